//! The modules of a member and what they import. Files are parsed with `syn`: every path in code counts, but none in a comment
//! or a test.

use std::collections::BTreeMap;

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, UseTree};

/// The paths that a file names, outside its tests: each a list of words such as `crate`, `board`, `Rule`.
#[derive(Default)]
struct Paths {
    all: Vec<Vec<String>>,
    /// Names that the file passes on (`pub use`): the name, and the path behind it.
    passed_on: Vec<(String, Vec<String>)>,
    /// Modules in files of their own that are for tests only.
    tests: Vec<String>,
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Path>()
                .is_ok_and(|path| path.is_ident("test"))
    })
}

fn flatten(tree: &UseTree, before: &[String], found: &mut Vec<(String, Vec<String>)>) {
    let with = |name: &syn::Ident| {
        let mut path = before.to_vec();
        if name != "self" || path.is_empty() {
            path.push(name.to_string());
        }
        path
    };
    match tree {
        UseTree::Path(path) => flatten(&path.tree, &with(&path.ident), found),
        UseTree::Name(name) => found.push((name.ident.to_string(), with(&name.ident))),
        UseTree::Rename(name) => found.push((name.rename.to_string(), with(&name.ident))),
        UseTree::Glob(_) => found.push(("*".to_string(), before.to_vec())),
        UseTree::Group(group) => {
            for tree in &group.items {
                flatten(tree, before, found);
            }
        }
    }
}

/// The paths in the tokens of a macro as they are printed, which are not parsed: `crate :: board :: Rule`.
fn paths_in(tokens: &str) -> Vec<Vec<String>> {
    let words: Vec<&str> = tokens
        .split(|mark: char| mark.is_whitespace() || "()[]{},".contains(mark))
        .filter(|word| !word.is_empty())
        .collect();
    let is_joint = |place: usize| words.get(place) == Some(&"::");
    (0..words.len())
        .filter(|&place| is_joint(place + 1) && (place == 0 || !is_joint(place - 1)))
        .map(|first| {
            let further = words[first + 1..].chunks_exact(2);
            let further = further
                .take_while(|pair| pair[0] == "::")
                .map(|pair| pair[1]);
            let path = [words[first]].into_iter().chain(further);
            path.map(str::to_string).collect()
        })
        .collect()
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if is_test(&item.attrs) {
            self.tests.push(item.ident.to_string());
        } else {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if is_test(&item.attrs) {
            return;
        }
        let mut found = Vec::new();
        flatten(&item.tree, &[], &mut found);
        if matches!(item.vis, syn::Visibility::Inherited) {
            self.all.extend(found.into_iter().map(|(_, path)| path));
        } else {
            self.passed_on.extend(found);
        }
    }

    fn visit_item(&mut self, item: &'ast Item) {
        let attributes: &[Attribute] = match item {
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Const(item) => &item.attrs,
            _ => &[],
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        }
    }

    /// `pub(super)` names no import.
    fn visit_visibility(&mut self, _visibility: &'ast syn::Visibility) {}

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.all.extend(paths_in(&called.tokens.to_string()));
        visit::visit_macro(self, called);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.all.push(
            path.segments
                .iter()
                .map(|segment| segment.ident.to_string())
                .collect(),
        );
        visit::visit_path(self, path);
    }
}

/// The modules of one member: for each its path from the crate root, such as `board::rule`, and what it names.
pub(crate) struct Modules(BTreeMap<Vec<String>, Paths>);

/// The module that a file holds, `path` counted from the member's folder.
fn module_of(path: &str) -> Vec<String> {
    let stem = path.strip_suffix(".rs").unwrap_or(path);
    let mut words: Vec<String> = stem.split('/').map(str::to_string).collect();
    if words
        .last()
        .is_some_and(|word| word == "mod" || word == "lib")
    {
        words.pop();
    }
    words
}

impl Modules {
    pub(crate) fn new<'a>(
        files: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, syn::Error> {
        let mut modules = BTreeMap::new();
        for (path, text) in files {
            let mut paths = Paths::default();
            paths.visit_file(&syn::parse_file(text)?);
            modules.insert(module_of(path), paths);
        }
        let tests = modules
            .iter()
            .flat_map(|(module, paths): (&Vec<String>, &Paths)| {
                let names = paths.tests.iter();
                names.map(|name| [module.as_slice(), std::slice::from_ref(name)].concat())
            });
        for module in tests.collect::<Vec<_>>() {
            modules.remove(&module);
        }
        Ok(Self(modules))
    }

    /// `path` as seen from `module`, counted from the crate root.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Vec<String>> {
        match path.first()?.as_str() {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some([module, &path[1..]].concat()),
            "super" => {
                let ups = path.iter().take_while(|word| *word == "super").count();
                let base = module.len().checked_sub(ups)?;
                Some([&module[..base], &path[ups..]].concat())
            }
            first => {
                let child = [module, &[first.to_string()]].concat();
                self.0.contains_key(&child).then(|| [module, path].concat())
            }
        }
    }

    /// The module that defines what `path`, counted from the crate root, names; names that are passed on are followed.
    fn home(&self, path: &[String], depth: usize) -> Option<&Vec<String>> {
        const MAX_STEPS: usize = 8;
        let length = (0..=path.len())
            .rev()
            .find(|&length| self.0.contains_key(&path[..length]))?;
        let (module, paths) = self.0.get_key_value(&path[..length])?;
        let passed_on = path.get(length).and_then(|name| {
            let target = paths.passed_on.iter().find(|(known, _)| known == name)?;
            self.absolute(module, &target.1)
        });
        match passed_on {
            Some(target) if depth < MAX_STEPS => self.home(&target, depth + 1),
            _ => Some(module),
        }
    }

    /// Which modules import which, by name.
    fn imports(&self) -> Vec<(String, String)> {
        let mut edges = Vec::new();
        for (module, paths) in &self.0 {
            for path in &paths.all {
                let home = self
                    .absolute(module, path)
                    .and_then(|path| self.home(&path, 0));
                if let Some(home) = home
                    && home != module
                {
                    edges.push((module.join("::"), home.join("::")));
                }
            }
        }
        edges.sort();
        edges.dedup();
        edges
    }

    /// Modules that import each other, directly or by way of others.
    pub(crate) fn circles(&self) -> Vec<Vec<String>> {
        let edges = self.imports();
        let graph: DiGraphMap<&str, ()> = edges
            .iter()
            .map(|(from, to)| (from.as_str(), to.as_str()))
            .collect();
        tarjan_scc(&graph)
            .into_iter()
            .filter(|circle| circle.len() > 1)
            .map(|circle| {
                let mut names: Vec<String> = circle.into_iter().map(str::to_string).collect();
                names.sort();
                names
            })
            .collect()
    }

    /// Imports that point to a layer that is not allowed.
    pub(crate) fn upward(&self, layers: &[(&str, &str)]) -> Vec<String> {
        let layer = |module: &str| module.split("::").next().unwrap_or_default().to_string();
        self.imports()
            .into_iter()
            .filter(|(from, to)| {
                let (from, to) = (layer(from), layer(to));
                let allowed = layers.iter().find(|(name, _)| *name == from);
                from != to
                    && allowed
                        .is_none_or(|(_, allowed)| !allowed.split(' ').any(|allowed| allowed == to))
            })
            .map(|(from, to)| format!("{from} may not import {to}"))
            .collect()
    }
}
