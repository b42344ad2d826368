// Days by the calendar of the person.
const DAY = 86_400_000;

/** Today, in days from 1 January 1970. */
export function today() {
  const now = new Date();
  return Math.floor(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY);
}
