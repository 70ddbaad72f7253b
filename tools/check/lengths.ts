// Lengths of source files, a check of `npm run check`: at most 300 lines, of tests too.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, sources } from './imports.ts'

const mostLines = 300
const oneWorld = 'its tests share a world that takes longer to start than the tests of a part'
const oneAttack = 'the attempts of one attack, in their order'
/** Longer files and their reasons; one that is short again leaves the list. */
const exempt: Record<string, string> = {
  'tests/e2e/calendar.test.ts': oneWorld,
  'tests/e2e/drafts.test.ts': oneWorld,
  'tests/e2e/main-job.test.ts': oneWorld,
  'tests/e2e/marking.test.ts': oneWorld,
  'tests/e2e/player.test.ts': oneWorld,
  'tests/attack/bodies.ts': oneAttack,
  'tests/attack/cheats.ts': oneAttack,
  'tests/attack/files.ts': oneAttack,
  'tests/attack/grants.ts': oneAttack,
  'tests/attack/rights-forged.ts': oneAttack,
  'tests/k8s/full/load.ts': 'one load of a cluster, from its people to its figures',
}

/** The breaches of files by their numbers of lines. */
export function tooLong(lengths: Readonly<Record<string, number>>, exemptions: Readonly<Record<string, string>>): string[] {
  return [
    ...Object.entries(lengths)
      .filter(([file, lines]) => lines > mostLines && !(file in exemptions))
      .map(([file, lines]) => `${file}: ${lines} lines, at most ${mostLines}`),
    ...Object.keys(exemptions)
      .filter((file) => !((lengths[file] ?? 0) > mostLines))
      .map((file) => `${file}: an exemption of a file that is not too long`),
  ]
}

if (import.meta.main) {
  const lines = (file: string) => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length
  for (const breach of tooLong(Object.fromEntries(sources.map((file) => [file, lines(file)])), exempt)) {
    console.error(breach)
    process.exitCode = 1
  }
}
