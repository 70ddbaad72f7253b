// Test that every formula that comes as MathML can be shown: the LaTeX that the conversion makes is read by the renderer of the page.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import temml from 'temml'
import { expect, test } from 'vitest'

const corpus = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../tests/corpus/mathml.json'), 'utf8')) as Record<
  string,
  [mathml: string, latex: string]
>

test.each(Object.entries(corpus))('the LaTeX of %s is shown as a formula', (_, [, latex]) => {
  expect(temml.renderToString(latex, { throwOnError: true })).toContain('<math')
})
