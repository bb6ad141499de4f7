import assert from "node:assert/strict";
import { StepUpPrompt } from "./step_up_prompt.ts";

Deno.test("step-up prompt: requests made while it is open share one prompt and one result", async () => {
  const barrier = new StepUpPrompt();
  let changes = 0;
  barrier.onChange(() => changes++);
  const requests = [barrier.ask(), barrier.ask()];
  assert.deepEqual([barrier.isOpen(), changes], [true, 1]);
  barrier.settle(true);
  assert.deepEqual(await Promise.all(requests), [true, true]);
  assert.deepEqual([barrier.isOpen(), changes], [false, 2]);
  const later = barrier.ask();
  barrier.settle(false);
  assert.equal(await later, false);
});

Deno.test("step-up prompt: is settled while closed, and again after any result", async () => {
  const barrier = new StepUpPrompt();
  await barrier.settled();
  const heard: string[] = [];
  const responded = barrier.ask().then((confirmed) => heard.push(`answer ${confirmed}`));
  const settled = barrier.settled().then(() => heard.push("settled"));
  await Promise.resolve();
  assert.deepEqual(heard, []);
  barrier.settle(false);
  await Promise.all([responded, settled]);
  assert.deepEqual(heard, ["answer false", "settled"]);
});
