// Tests of QTI 1.2 and 3: items as Canvas, Blackboard and other systems write them, with the points that their response processing gives.
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readQuestionFile } from '../../question-formats.ts'
import type { NeutralQuestion } from '../format.ts'

const text = (words: string, type = 'text/plain') => `<material><mattext texttype="${type}"><![CDATA[${words}]]></mattext></material>`
const label = ([id, words]: [string, string]) => `<response_label ident="${id}">${words && text(words)}</response_label>`
const lid = (id: string, labels: [string, string][], { many = 'Single', left = '' } = {}) =>
  `<response_lid ident="${id}" rcardinality="${many}">${left && text(left)}<render_choice>${labels.map(label).join('')}</render_choice></response_lid>`
const str = (id: string, fibtype = 'String') =>
  `<response_str ident="${id}"><render_fib fibtype="${fibtype}"><response_label ident="a"/></render_fib></response_str>`
const is = (value: string, id = 'r') => `<varequal respident="${id}">${value}</varequal>`
const when = (condition: string, points: string, action = 'Set', more = '') =>
  `<respcondition continue="${action === 'Add' ? 'Yes' : 'No'}"><conditionvar>${condition}</conditionvar><setvar action="${action}" varname="SCORE">${points}</setvar>${more}</respcondition>`
const file = (kind: string, body: string, conditions: string, { title = 'T', stem = '<p>Stem</p>', more = '' } = {}) =>
  `<?xml version="1.0"?><questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="a" title="A"><section ident="root_section"><section title="Week 1"><item ident="i" title="${title}"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${kind}</fieldentry></qtimetadatafield><qtimetadatafield><fieldlabel>points_possible</fieldlabel><fieldentry>2.5</fieldentry></qtimetadatafield></qtimetadata></itemmetadata><presentation>${text(stem, 'text/html')}${body}</presentation><resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>${conditions}</resprocessing>${more}</item></section></section></assessment></questestinterop>`
const only = <K extends NeutralQuestion['type']>(type: K, source: string) => {
  const { format, file } = readQuestionFile('quiz.xml', Buffer.from(source))
  expect([format, file.unreadable, file.questions.map((one) => one.type)]).toEqual(['qti', [], [type]])
  return file.questions[0] as Extract<NeutralQuestion, { type: K }>
}
const seas: [string, string][] = [
  ['1', 'North'],
  ['2', 'South'],
  ['3', 'Dead'],
]

test('one choice, with shares, its feedback, points and folder', () => {
  const { content, key, points, folder, stem, feedback, title } = only(
    'single',
    file(
      'multiple_choice_question',
      lid('r', seas),
      `<respcondition continue="Yes"><conditionvar>${is('1')}</conditionvar><displayfeedback linkrefid="1_fb"/></respcondition>${when(is('2'), '100')}${when(is('3'), '50')}`,
      {
        title: 'Question',
        more: `<itemfeedback ident="1_fb">${text('Too far')}</itemfeedback><itemfeedback ident="general_fb">${text('See the atlas')}</itemfeedback>`,
      },
    ),
  )
  const [north, south, dead] = content.options
  expect(content.options.map((option) => option.text)).toEqual(['North', 'South', 'Dead'])
  expect(key).toEqual({ right: south!.id, percents: { [dead!.id]: '50' }, feedback: { [north!.id]: 'Too far' } })
  expect([points, folder, stem, feedback, title]).toEqual(['2.5', ['Week 1'], '<p>Stem</p>', 'See the atlas', 'Stem'])
})

test('true and false by the words of the options', () => {
  const options: [string, string][] = [
    ['8', 'True'],
    ['9', 'False'],
  ]
  expect(only('true_false', file('true_false_question', lid('r', options), when(is('9'), '100'))).key).toEqual({ right: false })
})

test('several choices: all of them, or each with its points', () => {
  const all = only(
    'multiple',
    file(
      'multiple_answers_question',
      lid('r', seas, { many: 'Multiple' }),
      when(`<and>${is('1')}<not>${is('2')}</not>${is('3')}</and>`, '100'),
    ),
  )
  expect([all.key.rule, all.key.right]).toEqual(['all', [all.content.options[0]!.id, all.content.options[2]!.id]])
  const each = only(
    'multiple',
    file('', lid('r', seas, { many: 'Multiple' }), when(is('1'), '3', 'Add') + when(is('3'), '1', 'Add') + when(is('2'), '-2', 'Add')),
  )
  expect([each.key.rule, Object.values(each.key.percents ?? {})]).toEqual(['percents', ['75', '-50', '25']])
})

test('words with their shares, in the case that the file asks for', () => {
  const known = only('short_answer', file('short_answer_question', str('r'), when(is('Gezeit'), '100') + when(is('Flut'), '25')))
  expect(known.key).toEqual({
    accepted: [
      { text: 'Gezeit', percent: '100' },
      { text: 'Flut', percent: '25' },
    ],
  })
  const exact = file('short_answer_question', str('r'), when('<varequal respident="r" case="Yes">NaCl</varequal>', '1'))
  expect(only('short_answer', exact).key).toEqual({ accepted: [{ text: 'NaCl', percent: '100' }], case_sensitive: true })
})

test('numbers: a range is exact, a number alone has no tolerance', () => {
  const range =
    '<or><varequal respident="r">0.2</varequal><and><vargte respident="r">0.1</vargte><varlte respident="r">0.3</varlte></and></or>'
  expect(only('numerical', file('numerical_question', str('r', 'Decimal'), when(range, '100') + when(is('7'), '50'))).key.accepted).toEqual(
    [
      { value: '0.2', tolerance: '0.1', percent: '100' },
      { value: '7', tolerance: '0', percent: '50' },
    ],
  )
})

test('rows with the choice that belongs to each, by themselves or together', () => {
  const body = lid('x', seas, { left: 'Norway' }) + lid('y', seas, { left: 'Israel' })
  const pairsOf = (conditions: string) => {
    const { content, key } = only('matching', file('matching_question', body, conditions))
    const name = (id: string) => content.choices.find((choice) => choice.id === id)?.text
    return [key.rule, content.items.map((item) => [item.text, name(key.pairs[item.id]!)]), content.choices.length]
  }
  const pairs = [
    ['Norway', 'North'],
    ['Israel', 'Dead'],
  ]
  expect(pairsOf(when(is('1', 'x'), '50', 'Add') + when(is('3', 'y'), '50', 'Add'))).toEqual(['each', pairs, 3])
  expect(pairsOf(when(`<and>${is('1', 'x')}${is('3', 'y')}</and>`, '100'))).toEqual(['all', pairs, 3])
})

test('blanks that the text names: words that are accepted, and options', () => {
  const stem = '<p>The [a] sea is [b].</p>'
  const body =
    lid(
      'response_a',
      [
        ['1', 'North'],
        ['2', 'Northern'],
      ],
      { left: 'a' },
    ) +
    lid(
      'response_b',
      [
        ['8', 'salt'],
        ['9', 'sweet'],
      ],
      { left: 'b' },
    )
  const conditions =
    when(is('1', 'response_a'), '50', 'Add') + when(is('2', 'response_a'), '50', 'Add') + when(is('8', 'response_b'), '50', 'Add')
  const question = only('blanks', file('', body, conditions, { stem }))
  const [word, choice] = question.content.blanks
  expect(question.stem).toBe(`<p>The [[${word!.id}]] sea is [[${choice!.id}]].</p>`)
  expect(question.key.blanks[word!.id]?.texts?.map((one) => one.text)).toEqual(['North', 'Northern'])
  expect(Object.values(question.key.blanks[choice!.id]?.options ?? {})).toEqual(['100', '0'])
})

test('essays, texts, files; a question without a counterpart is kept as text with its answers', () => {
  only('essay', file('essay_question', str('r'), ''))
  only('stimulus', file('text_only_question', '', ''))
  only('file', file('file_upload_question', '', ''))
  const { notes, key } = only('essay', file('calculated_question', str('r', 'Decimal'), when(is('12'), '100')))
  expect([notes, key]).toEqual([[{ code: 'keptAsText', params: { type: 'calculated_question' } }], { guide: '<p>12</p>' }])
})

test('a package of Canvas is read once, though it holds an assessment in two forms, and pictures come along', () => {
  const stem = '<p>Look <img src="media/a%20b.png" alt="Sea"></p>'
  const whole = file('multiple_choice_question', lid('r', seas), when(is('2'), '100'), { stem })
  const bytes = zipSync({
    'imsmanifest.xml': strToU8(
      '<manifest><resources><resource type="imsqti_xmlv1p2" href="a/a.xml"><file href="a/a.xml"/></resource></resources></manifest>',
    ),
    'a/a.xml': strToU8(whole.replaceAll('2.5', '1')),
    'a/assessment_meta.xml': strToU8('<quiz identifier="a"><title>A</title></quiz>'),
    'non_cc_assessments/a.xml.qti': strToU8(whole),
  })
  const { file: read } = readQuestionFile('quiz.zip', bytes)
  expect([read.questions.map(({ type, points }) => [type, points]), read.unreadable]).toEqual([[['single', '2.5']], []])
})

test('an item of QTI 3 is read as one of QTI 2', () => {
  const source = `<?xml version="1.0"?><qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="i" title="Sea" adaptive="false" time-dependent="false"><qti-response-declaration identifier="R" cardinality="single" base-type="identifier"><qti-correct-response><qti-value>B</qti-value></qti-correct-response><qti-mapping default-value="0"><qti-map-entry map-key="B" mapped-value="2"/><qti-map-entry map-key="A" mapped-value="1"/></qti-mapping></qti-response-declaration><qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float" normal-maximum="2"/><qti-item-body><p>Which?</p><qti-choice-interaction response-identifier="R" max-choices="1" shuffle="true"><qti-prompt>Choose</qti-prompt><qti-simple-choice identifier="A">North</qti-simple-choice><qti-simple-choice identifier="B">South</qti-simple-choice></qti-choice-interaction></qti-item-body></qti-assessment-item>`
  const { stem, content, key, points } = only('single', source)
  expect([stem, points, content.shuffle, content.options.map((option) => option.text)]).toEqual([
    '<p>Which?</p><p>Choose</p>',
    '2',
    true,
    ['North', 'South'],
  ])
  expect(key).toEqual({ right: content.options[1]!.id, percents: { [content.options[0]!.id]: '50' } })
})
