import assert from "node:assert/strict";
import { readTree } from "./read_tree.ts";
import type { Rule } from "./rule.ts";
import { circleRule } from "./rules/circles.ts";
import { contractPackagesRule, webContractRule } from "./rules/contract.ts";
import { engineRule, layerRule, sidewaysRule } from "./rules/layers.ts";
import { lazyRule } from "./rules/lazy.ts";
import { barrelRule, fileNameRule, tellingNameRule } from "./rules/names.ts";
import { orderRule } from "./rules/order.ts";
import { parsedValuesRule } from "./rules/parsed_values.ts";
import { pinRule, versionRule } from "./rules/packages.ts";
import { renamedKeyRule } from "./rules/renamed_keys.ts";
import { sizeRule } from "./rules/sizes.ts";
import { startRule, zodRule } from "./rules/start.ts";
import { styleRule } from "./rules/styles.ts";
import { chineseRule, outsideRule, unfinishedRule } from "./rules/texts.ts";
import { usedTextRule } from "./rules/used_texts.ts";
import { variableRule } from "./rules/variables.ts";
import { testNameRule, vocabularyRule } from "./rules/vocabulary.ts";
import { waitedTextRule } from "./rules/waited_texts.ts";

const rules: readonly Rule[] = [
  layerRule,
  sidewaysRule,
  engineRule,
  circleRule,
  contractPackagesRule,
  webContractRule,
  fileNameRule,
  tellingNameRule,
  barrelRule,
  unfinishedRule,
  chineseRule,
  outsideRule,
  sizeRule,
  parsedValuesRule,
  pinRule,
  versionRule,
  startRule,
  zodRule,
  styleRule,
  lazyRule,
  orderRule,
  usedTextRule,
  vocabularyRule,
  renamedKeyRule,
  testNameRule,
  variableRule,
  waitedTextRule,
];

const tree = readTree();

for (const rule of rules) {
  Deno.test(`architecture: ${rule.says}`, () => {
    const errors = rule.find(tree);
    assert.equal(errors.length, 0, `${rule.says}\n  ${errors.join("\n  ")}`);
  });

  Deno.test(`architecture: reports violations of: ${rule.says}`, () => {
    const errors = rule.find(new Map(Object.entries({ ...rule.broken, ...rule.allowed })));
    const unfound = Object.keys(rule.broken).filter((path) =>
      !errors.some((error) => error.startsWith(path))
    );
    const wronged = errors.filter((error) =>
      !Object.keys(rule.broken).some((path) => error.startsWith(path))
    );
    assert.deepEqual({ unfound, wronged }, { unfound: [], wronged: [] });
  });
}
