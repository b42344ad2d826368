// What is loaded when somebody learns or solves puzzles, or where there are programs or a database: what the rest of the page
// may ask of it.
import "./compare.js";
import "./explorer.js";
import { chooseChapter, learn, learnChoice, learnFoul, learnGame } from "./learn.js";
import { choosePuzzle } from "./puzzles.js";

export const offered = { chooseChapter, choosePuzzle, learn, learnChoice, learnFoul, learnGame };
