// Conditions of searches: those for large tables use the index that serves them.
import { expect, test } from 'vitest'
import { indexedSql } from './like-pattern.ts'

const conditionOf = (sought: string) => {
  const values: unknown[] = []
  return [indexedSql('t.folded', sought, (value) => `$${values.push(value)}`), ...values]
}

test('of Latin words the trigrams, of scripts without blanks the words, after which the text itself is looked at', () => {
  expect(conditionOf('Garcia')).toEqual(['t.folded like $1', '%garcia%'])
  expect(conditionOf('王芳')).toEqual([`(t.folded || '') like $1 and kit.search_words(t.folded) @@ kit.search_query($2)`, '%王芳%', '王芳'])
  expect(conditionOf('garcia 王')).toEqual([
    `t.folded like $1 and (t.folded || '') like $2 and kit.search_words(t.folded) @@ kit.search_query($3)`,
    '%garcia%',
    '%王%',
    '王',
  ])
  expect(conditionOf(' ')).toEqual(['true'])
})
