// Checking installed packages takes seconds. The result applies only to packages that have not changed since
// the check began.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { InstalledPackages } from "../../server/features/dependencies/installed_packages.ts";
import { packageDirectories } from "../../server/features/dependencies/package_directories.ts";
import { Dependencies } from "../../server/features/dependencies/service.ts";
import type { DataFolder } from "../../server/platform/data_folder.ts";
import { dependenciesOf, fakePrograms, install, packagesOf, settled } from "../support/dependency_scene.ts";
import { TestEngine } from "../support/test_engine.ts";

/** A fake npm: what it installs exists afterwards, unless a file tells it to fail. */
const npm = `for word; do last=$word; done; bare=\${last%%@[0-9]*}
test -e "\${0%/*}/fails" && exit 1
mkdir -p "node_modules/$bare"
printf '{"name":"%s","version":"1.0.0"}' "$bare" > "node_modules/$bare/package.json"`;

type PackagesOf = (folder: DataFolder) => InstalledPackages;

class Scene implements AsyncDisposable {
  /** Lets the delayed checks continue. */
  readonly goesOn = Promise.withResolvers<void>();
  readonly styles = Promise.withResolvers<void>();
  readonly #root: string;
  readonly #packages: PackagesOf;

  private constructor(readonly engine: TestEngine, root: string, packages: PackagesOf) {
    this.#root = root;
    this.#packages = packages;
  }

  static async open(): Promise<Scene> {
    const root = await Deno.makeTempDir({ prefix: "sundial-looks-" });
    const folder = await fakePrograms(root, { npm });
    const packages = packagesOf({ machine: { inherited: { PATH: `${folder}:/usr/bin:/bin` } } });
    return new Scene(await TestEngine.start({ packages }), root, packages);
  }

  /** Returns another service over the same packages, whose checks read now and report later. */
  slow(): Dependencies {
    const { db, clock, bus, folder } = this.engine;
    const packages = this.#packages(folder);
    const { find } = packages.installers.node;
    packages.installers.node.find = async (names) => {
      const found = await find(names);
      this.styles.resolve();
      await this.goesOn.promise;
      return found;
    };
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    return new Dependencies({
      ...{ db, clock, bus, logger, packages, engine: this.engine.engine, logs: folder.logs },
    });
  }

  async letFail(fails: boolean): Promise<void> {
    const file = `${this.#root}/programs/fails`;
    if (fails) await Deno.writeTextFile(file, "");
    else await Deno.remove(file);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.engine[Symbol.asyncDispose]();
    await Deno.remove(this.#root, { recursive: true });
  }
}

Deno.test("dependencies: one reinstalled during its removal check stays in the list", async () => {
  await using scene = await Scene.open();
  const { engine, goesOn, styles } = scene;
  await scene.letFail(true);
  const { id, state } = await install(engine, "node", "greet");
  assert.equal(state, "install_failed");
  await scene.letFail(false);
  const removal = scene.slow().removeOne(id, "person", false);
  await styles.promise;
  await dependenciesOf(engine).reinstall([id], "person");
  goesOn.resolve();
  await assert.rejects(removal, { code: "dependency_busy" });
  assert.equal((await settled(engine, id)).state, "installed");
});

Deno.test("dependencies: one missing at start and reinstalled before the report counts as installed", async () => {
  await using scene = await Scene.open();
  const { engine, goesOn, styles } = scene;
  const { id } = await install(engine, "node", "greet");
  await Deno.remove(join(packageDirectories(engine.folder).node, "node_modules", "greet"), {
    recursive: true,
  });
  const slow = scene.slow();
  await slow.open();
  await styles.promise;
  await dependenciesOf(engine).reinstall([id], "person");
  assert.equal((await settled(engine, id)).state, "installed");
  goesOn.resolve();
  await slow.checked();
  await slow.close();
  assert.equal((await dependenciesOf(engine).get(id)).state, "installed");
});
