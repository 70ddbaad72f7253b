// Figures of the README: how many calls, addresses and popups of the specification are built, counted in tests/spec. Writes them; `--check`
// compares them.
import { readFileSync, writeFileSync } from 'node:fs'
import { specCalls } from '../../tests/spec/calls.ts'
import { ownScreens, popups, screens } from '../../tests/spec/screens.ts'

const readme = new URL('../../README.md', import.meta.url)
const built = (list: readonly { built: unknown }[]) => `${list.filter((one) => one.built === true).length} of ${list.length}`
const calls = `${specCalls.filter(([, , state]) => state === true).length} of ${specCalls.length}`
const sentence = `${calls} calls, ${built([...screens, ...ownScreens])} addresses and ${built(popups)} popups are built`

const text = readFileSync(readme, 'utf8')
const place = /\d+ of \d+ calls, \d+ of \d+ addresses and \d+ of \d+ popups are built/
if (!place.test(text)) throw new Error('README.md has no sentence "… of … calls, … of … addresses and … of … popups are built"')
const fresh = text.replace(place, sentence)
if (!process.argv.includes('--check')) writeFileSync(readme, fresh)
else if (fresh !== text) {
  console.error(`README.md differs from tests/spec (${sentence}): npm run docs:figures`)
  process.exitCode = 1
}
