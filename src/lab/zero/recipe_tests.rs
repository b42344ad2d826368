//! Tests of recipes: what they decide, and what is refused.

use super::*;

#[test]
fn the_recipes_of_the_program_are_sound_and_come_back_from_their_files() {
    for (name, text) in RECIPES {
        let recipe = Recipe::read(text).expect(name);
        let again = Recipe::read(&recipe.text().expect(name)).expect(name);
        assert_eq!(recipe, again);
    }
}

#[test]
fn an_idea_without_its_name_is_off() {
    let document = recipe_text("document").expect("a recipe of the program");
    let recipe = Recipe::read(document).expect("a recipe of the program");
    assert_eq!(recipe.search, SearchKind::Puct);
    assert!(!recipe.symmetries && recipe.auxiliary_weights().is_empty());
    assert_eq!(recipe.at(0), recipe);
    assert_eq!(recipe.window_after(1000), recipe.window);
    let written = recipe.text().expect("it can be written");
    let again = Recipe::read(&written).expect("a recipe");
    assert!(recipe.differences(&again).is_empty());
    let other = |seed: u64| Recipe {
        seed,
        ..recipe.clone()
    };
    assert_eq!(other(u64::MAX).differences(&other(1 << 63)), ["seed"]);
}

#[test]
fn playouts_the_window_and_exploitation_grow() {
    let recipe = Recipe {
        playouts: 400,
        quick_playouts: 80,
        first_playouts: 100,
        generations: 11,
        window: 20,
        window_growth_percent: 40,
        exploitation_percent: 90,
        ..Recipe::small()
    };
    let playouts = [0, 5, 10, 99].map(|generation| recipe.at(generation).playouts);
    assert_eq!(playouts, [100, 250, 400, 400]);
    assert_eq!(recipe.at(0).quick_playouts, 20);
    let exploitation = [0, 5, 10, 99].map(|number| recipe.at(number).exploitation_percent);
    assert_eq!(exploitation, [0, 45, 90, 90]);
    let windows = [0, 20, 40, 110].map(|generations| recipe.window_after(generations));
    assert_eq!(windows, [20, 20, 27, 47]);
}

#[test]
fn what_is_wrong_with_a_recipe_is_said() {
    let small = recipe_text("small").expect("a recipe of the program");
    for (from, to, words) in [
        (
            "playouts = ",
            "playouts = 0 #",
            "playouts = 0 is out of range",
        ),
        ("channels = ", "channels = 40 #", "no multiple of 16"),
        (
            "rules = ",
            "first_playouts = 41\nrules = ",
            "first_playouts = 41 is out of range: expected 0 to 40",
        ),
        (
            "rules = ",
            "averaged_percent = 101\nrules = ",
            "averaged_percent = 101",
        ),
        (
            "rules = ",
            "window_growth_percent = 1001\nrules = ",
            "window_growth_percent = 1001",
        ),
        (
            "rules = ",
            "search = \"best\"\nrules = ",
            "unknown variant `best`",
        ),
        ("games = ", "gamers = ", "unknown field"),
        ("rules = ", "rules = \"9x9\" #", "does not say how many"),
    ] {
        let text = small.replacen(&format!("\n{from}"), &format!("\n{to}"), 1);
        let error = Recipe::read(&text).expect_err(to);
        assert!(error.to_string().contains(words), "{to}: {error}");
    }
}

#[test]
fn a_network_whose_file_could_not_be_read_is_refused() {
    let small = recipe_text("small").expect("a recipe of the program");
    let of_size = |blocks: usize, channels: usize| {
        let (own, wide) = (
            format!("\nblocks = {blocks} #"),
            format!("\nchannels = {channels} #"),
        );
        Recipe::read(
            &small
                .replacen("\nblocks = ", &own, 1)
                .replacen("\nchannels = ", &wide, 1),
        )
    };
    let error = of_size(64, 512).expect_err("more than a GiB").to_string();
    assert!(
        error.starts_with("blocks = 64 and channels = 512 make"),
        "{error}"
    );
    assert!(of_size(40, 512).is_ok() && of_size(64, 256).is_ok());
}

#[test]
fn a_key_that_the_search_does_not_use_is_refused() {
    for (name, key, value) in [
        ("descent", "considered", 8),
        ("descent", "forced_percent", 200),
        ("descent", "surprise_percent", 50),
        ("descent", "soft_policy_percent", 800),
        ("descent", "reply_percent", 15),
        ("descent", "full_every", 4),
        ("descent", "noise_percent", 25),
        ("gumbel", "forced_percent", 200),
        ("gumbel", "drawn_moves", 10),
        ("gumbel", "noise_percent", 25),
        ("gumbel", "exploitation_percent", 100),
        ("document", "considered", 8),
        ("document", "exploitation_percent", 100),
    ] {
        let text = recipe_text(name).expect(name);
        let lines = text
            .lines()
            .filter(|line| !line.starts_with(&format!("{key} =")));
        let rest = lines.collect::<Vec<_>>().join("\n");
        let error = Recipe::read(&format!("{rest}\n{key} = {value}\n")).expect_err(key);
        let words = format!("{key} = {value} has no effect with search = ");
        assert!(error.to_string().starts_with(&words), "{name}: {error}");
    }
}

#[test]
fn the_error_of_a_giant_recipe_is_short() {
    let small = recipe_text("small").expect("a recipe of the program");
    let giant = "x".repeat(1 << 20);
    for line in [
        format!("{giant} = 1"),
        format!("games = \"{giant}\""),
        format!("search = \"{giant}\""),
        giant.clone(),
    ] {
        let error = Recipe::read(&format!("{line}\n{small}")).expect_err("no recipe");
        let error = error.to_string();
        assert!(error.starts_with("line ") && error.len() < 1500, "{error}");
    }
    let error = Recipe::read(&small.replacen("3x3", &giant, 1)).expect_err("no rules");
    assert!(error.to_string().len() < 300, "{error}");
}
