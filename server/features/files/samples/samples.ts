import type { SampleFile } from "../../../contract/files.ts";
import type { Language } from "../../../contract/settings.ts";
import { en } from "./messages/en.ts";
import { type SampleMessages, sampleNames } from "./messages/sample_messages.ts";
import { zh } from "./messages/zh.ts";

const samples: Record<Language, SampleMessages> = { en, zh };

export function samplesIn(language: Language): SampleFile[] {
  return sampleNames.map((name) => ({ name, content: samples[language][name] }));
}
