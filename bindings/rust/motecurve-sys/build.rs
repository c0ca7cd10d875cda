//! Builds the C library of this repository by CMake, or, with the feature `system`, links the installed one.
//!
//! MOTECURVE_FIELDS="fp256r1;fp255" in the environment builds the curves over these fields alone.

fn main() {
    link();
}

#[cfg(feature = "system")]
fn link() {
    pkg_config::Config::new()
        .range_version("0.2".."0.3")
        .probe("motecurve")
        .expect("pkg-config finds no motecurve 0.2; install it, or leave the feature `system` out");
}

#[cfg(not(feature = "system"))]
fn link() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");
    let fields = std::env::var("MOTECURVE_FIELDS").unwrap_or_default();
    let built = cmake::Config::new(root)
        .profile("Release") // in debug builds, too: nobody wants slow curves
        .define("BUILD_SHARED_LIBS", "OFF")
        .define("MC_CATALOGUE", "OFF")
        .define("MC_INSTALL", "OFF")
        .define("MC_FIELDS", fields)
        .build_target("motecurve_static")
        .build();
    println!("cargo:rustc-link-search=native={}/build", built.display());
    println!("cargo:rustc-link-lib=static=motecurve");
    println!("cargo:rerun-if-env-changed=MOTECURVE_FIELDS");
    for folder in ["CMakeLists.txt", "cmake", "include", "src", "generated"] {
        println!("cargo:rerun-if-changed={root}/{folder}");
    }
}
