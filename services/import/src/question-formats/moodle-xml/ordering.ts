// Rules of ordering, as Moodle names them: by its name or its number.
import type { NeutralQuestion } from '../format.ts'
import { childText, type XmlElement } from '../xml.ts'

/** Other rules are counted by neighbours, which is named. */
export function orderingWithRule(element: XmlElement, question: NeutralQuestion): NeutralQuestion {
  if (question.type !== 'ordering') return question
  const named = childText(element, 'gradingtype')
  const rule = /^(ALL_OR_NOTHING|-1)$/.test(named) ? 'all' : /^(ABSOLUTE_POSITION|0)?$/.test(named) ? 'place' : 'next'
  const isSame = rule !== 'next' || /^(RELATIVE_NEXT_EXCLUDE_LAST|1)$/.test(named)
  const notes: NeutralQuestion['notes'] = isSame ? question.notes : [...question.notes, { code: 'ruleChanged', params: { rule: named } }]
  return { ...question, key: { ...question.key, rule }, notes }
}
