// The formats of question files in XML, Moodle’s and QTI: the examples of their documentation, and files that other systems really write.
import { describe, expect, test } from 'vitest'
import { item, moodle, only, questionsIn, read } from './test/question-texts.ts'

describe('XML', () => {
  test.each([
    ['<?xml version="1.0"?><lesson><page/></lesson>', 'lesson'],
    ['<?xml version="1.0"?>\n<!-- made by hand -->\n<!DOCTYPE x><h:test xmlns:h="urn:x"/>', 'h:test'],
    ['<manifest identifier="m"/>', 'manifest'],
  ])('that no format knows is refused by the name of its root, never taken for text: %s', (text, root) => {
    for (const format of [undefined, 'text', 'gift', 'csv'] as const)
      expect(() => read(text, format)).toThrow(expect.objectContaining({ code: 'questionImport.unknownXml', params: { root } }))
  })
  test('a pasted text may begin with a tag', () => {
    expect(questionsIn('<p>Which sea?</p>\nA. North\n*B. South', 'text')).toHaveLength(1)
  })
})

describe('Moodle XML', () => {
  test('choice, with fractions and points', () => {
    const { points, key, content } = only(
      moodle(
        'multichoice',
        '<single>false</single><shuffleanswers>1</shuffleanswers><answer fraction="66.66667" format="html"><text>London</text></answer><answer fraction="33,33333"><text>Paris</text></answer><answer fraction="0"><text>Spain</text></answer>',
      ),
      'multiple',
    )
    expect([points, content.shuffle, Object.values(key.percents!)]).toEqual(['2.5', true, ['66.66667', '33.33333', '0']])
  })
  test('blanks of a cloze text: words, numbers and choices', () => {
    const { stem, content, key } = only(
      moodle('cloze', '').replace(
        '<p>Stem \\(x^2\\)</p>',
        '<p>{1:SHORTANSWER:=Berlin#yes~%50%Bonn} has {2:NM:=3.5:0.5} and {:MC:~no~=yes\\}}</p>',
      ),
      'blanks',
    )
    expect(content.blanks.map(({ kind }) => kind)).toEqual(['text', 'number', 'choice'])
    const [text, number, choice] = content.blanks
    expect(stem).toBe(`<p>[[${text!.id}]] has [[${number!.id}]] and [[${choice!.id}]]</p>`)
    expect(key.blanks[text!.id]?.texts).toEqual([
      { text: 'Berlin', percent: '100', feedback: 'yes' },
      { text: 'Bonn', percent: '50' },
    ])
    expect(key.blanks[number!.id]).toMatchObject({ weight: 2, numbers: [{ value: '3.5', tolerance: '0.5', percent: '100' }] })
    expect(choice!.options!.map(({ text }) => text)).toEqual(['no', 'yes}'])
  })
  test.each([
    ['ALL_OR_NOTHING', 'all', []],
    ['ABSOLUTE_POSITION', 'place', []],
    ['RELATIVE_NEXT_EXCLUDE_LAST', 'next', []],
    ['LONGEST_ORDERED_SUBSET', 'next', [{ code: 'ruleChanged', params: { rule: 'LONGEST_ORDERED_SUBSET' } }]],
  ])('an order is counted by its own rule: %s', (named, rule, notes) => {
    const answers = ['a', 'b', 'c'].map((text, nth) => `<answer fraction="${nth + 1}"><text>${text}</text></answer>`).join('')
    const question = only(moodle('ordering', `<gradingtype>${named}</gradingtype>${answers}`), 'ordering')
    expect([question.key.rule, question.notes]).toEqual([rule, notes])
  })
  test('a cloze text has the points of its blanks, and its words their accents', () => {
    const text = moodle('cloze', '').replace('<p>Stem \\(x^2\\)</p>', '<p>{3:SA:=année~%0%annee} {:SAC:=NaCl}</p>')
    const { points, content, key } = only(text, 'blanks')
    expect(points).toBe('4')
    expect(content.blanks.map(({ id }) => [key.blanks[id]?.accent_sensitive, key.blanks[id]?.case_sensitive])).toEqual([
      [true, undefined],
      [true, true],
    ])
  })
  test('its files come along, and one that is missing is named', () => {
    const text = moodle('shortanswer', '<answer fraction="100"><text>a</text></answer>').replace(
      ']]></text></questiontext>',
      '<img src="@@PLUGINFILE@@/a%20b.png"><img src="@@PLUGINFILE@@/gone.png">]]></text><file name="a b.png" path="/" encoding="base64">iVBORw0KGgo=</file></questiontext>',
    )
    const { file } = read(text)
    const [key] = [...file.files.keys()]
    expect(file.files.get(key!)?.name).toBe('a b.png')
    expect(file.questions[0]!.stem).toContain(`src="question-file:${key}"`)
    expect(file.questions[0]!.notes).toEqual([{ code: 'fileLeftOut', params: { name: 'gone.png' } }])
  })
  test('the feedback of a file to every essay, or to an answer that none gives, is named as lost; Moodle’s own empty one is not', () => {
    const notesOf = (type: string, answers: string, to: Parameters<typeof only>[1]) => only(moodle(type, answers), to).notes
    const feedbackOf = (text: string, feedback: string) =>
      `<answer fraction="0"><text>${text}</text><feedback><text>${feedback}</text></feedback></answer>`
    const named = [{ code: 'partLeftOut', params: { part: 'feedback' } }]
    expect(notesOf('essay', feedbackOf('', 'Thank you, it will be read.'), 'essay')).toEqual(named)
    expect(notesOf('essay', feedbackOf('', ''), 'essay')).toEqual([])
    const right = '<answer fraction="100"><text>salt</text><feedback><text>Yes</text></feedback></answer>'
    expect(notesOf('shortanswer', right + feedbackOf('', 'Read the chapter again.'), 'short_answer')).toEqual(named)
    expect(notesOf('shortanswer', right, 'short_answer')).toEqual([])
  })
  test('the feedback of a file for any right or wrong answer is named as lost, Moodle’s usual sentences too', () => {
    const answers = '<answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer>'
    const general = (right: string, wrong: string) =>
      `<correctfeedback><text>${right}</text></correctfeedback><incorrectfeedback><text>${wrong}</text></incorrectfeedback>`
    const notesOf = (right: string, wrong: string) => only(moodle('multichoice', answers + general(right, wrong)), 'single').notes
    expect(notesOf('', '')).toEqual([])
    expect(notesOf('<p>Your answer is correct.</p>', 'Your answer is incorrect.')).toEqual([{ code: 'usualFeedback' }])
    expect(notesOf('Your answer is correct.', 'Read chapter 2 again.')).toEqual([{ code: 'partLeftOut', params: { part: 'feedback' } }])
  })
  test('a type without counterpart is kept as text and named', () => {
    const question = only(moodle('calculated', '<answer fraction="100"><text>{a}+{b}</text></answer>'), 'essay')
    expect([question.notes, question.key.guide]).toEqual([
      [{ code: 'keptAsText', params: { type: 'calculated' } }],
      '<p>100 %: {a}+{b}</p>',
    ])
  })
})

describe('QTI 2.1', () => {
  test('choices by the correct response, or by a mapping', () => {
    const choices =
      '<p>Which?</p><choiceInteraction responseIdentifier="R" shuffle="true" maxChoices="0"><prompt>Pick</prompt><simpleChoice identifier="A">a</simpleChoice><simpleChoice identifier="B"><b>b</b></simpleChoice><simpleChoice identifier="C">c</simpleChoice></choiceInteraction>'
    const all = only(
      item('cardinality="multiple"><correctResponse><value>A</value><value>B</value></correctResponse>', choices),
      'multiple',
    )
    expect([all.points, all.stem, all.key.rule, all.key.right.length, all.content.options[1]!.text]).toEqual([
      '3',
      '<p>Which?</p><p>Pick</p>',
      'all',
      2,
      '<b>b</b>',
    ])
    const mapped = only(
      item(
        'cardinality="multiple"><mapping><mapEntry mapKey="A" mappedValue="1"/><mapEntry mapKey="B" mappedValue="1"/><mapEntry mapKey="C" mappedValue="-1"/></mapping>',
        choices,
      ),
      'multiple',
    )
    expect(Object.values(mapped.key.percents!)).toEqual(['50', '50', '-50'])
  })
  test('orders, pairs, texts within a sentence', () => {
    const order = only(
      item(
        'cardinality="ordered"><correctResponse><value>B</value><value>A</value></correctResponse>',
        '<p>x</p><orderInteraction responseIdentifier="R"><simpleChoice identifier="A">a</simpleChoice><simpleChoice identifier="B">b</simpleChoice></orderInteraction>',
      ),
      'ordering',
    )
    expect(order.key.order.map((id) => order.content.items.find((one) => one.id === id)!.text)).toEqual(['b', 'a'])
    const entry = only(
      item(
        'cardinality="single" baseType="float"><correctResponse><value>3.5</value></correctResponse>',
        '<p>It is <textEntryInteraction responseIdentifier="R"/>.</p>',
      ),
      'numerical',
    )
    expect([entry.stem, entry.key.accepted]).toEqual(['<p>It is _____.</p>', [{ value: '3.5', tolerance: '0', percent: '100' }]])
  })
  test('another interaction is kept as text', () => {
    expect(only(item('cardinality="single">', '<p>x</p><hotspotInteraction responseIdentifier="R"/>'), 'essay').notes).toEqual([
      { code: 'keptAsText', params: { type: 'hotspotInteraction' } },
    ])
  })
})
