// Formats of question files: what their documentation shows, what other systems really write, and files that mean harm.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { FormatName, NeutralQuestion } from './question-formats/format.ts'
import { withSeed } from './question-formats/parts.ts'
import { questionFormats, readQuestionFile } from './question-formats.ts'
import { readInThread } from './read-file.ts'

const read = (text: string, format?: FormatName, name = 'questions') => readQuestionFile(name, Buffer.from(text), format)
const questionsIn = (text: string, format?: FormatName) => read(text, format).file.questions
const only = <K extends NeutralQuestion['type']>(text: string, type: K, format?: FormatName) => {
  const [question] = questionsIn(text, format)
  expect(question?.type).toBe(type)
  return question as Extract<NeutralQuestion, { type: K }>
}

describe('GIFT', () => {
  test('one choice, with feedback and the format of each answer', () => {
    const { title, stem, content, key } = only(
      '::Q2:: Between orange and green?\n{\n=yellow # right; good!\n~red # [html]<b>wrong</b>\n~[plain]a < b\n}',
      'single',
    )
    const [yellow, red, third] = content.options
    expect([title, stem, yellow?.text, third?.text]).toEqual(['Q2', 'Between orange and green?', 'yellow', 'a &lt; b'])
    expect(key).toEqual({ right: yellow!.id, feedback: { [yellow!.id]: 'right; good!', [red!.id]: '<b>wrong</b>' } })
  })
  test('several choices with percentages', () => {
    const { content, key } = only('::colours:: Which?{\n~%50%yellow\n~%-100%red\n~%50%off-beige\n}', 'multiple')
    expect(key.right).toEqual([content.options[0]!.id, content.options[2]!.id])
    expect(Object.values(key.percents!)).toEqual(['50', '-100', '50'])
  })
  test('matching keeps a choice that belongs to nothing, and says nothing by its order', () => {
    const { content, key } = only('Match.{\n=a -> Forum\n=b -> Wiki\n= -> Chat\n}', 'matching')
    expect([content.items.length, content.choices.length, Object.keys(key.pairs).length]).toEqual([2, 3, 2])
  })
  test('numbers: tolerances, ranges, several', () => {
    expect(only('Q{#3:2}', 'numerical').key.accepted).toEqual([{ value: '3', tolerance: '2', percent: '100' }])
    expect(only('Q{#1..5}', 'numerical').key.accepted).toEqual([{ value: '3', tolerance: '2', percent: '100' }])
    expect(only('Q{#=1822:0 =%50%1822:2}', 'numerical').key.accepted).toEqual([
      { value: '1822', tolerance: '0', percent: '100' },
      { value: '1822', tolerance: '2', percent: '50' },
    ])
  })
  test('true and false, their feedback in its order, and what everybody reads', () => {
    const { key, feedback } = only('42 is it.{FALSE#42 is right.#You knew.\n####A reference.}', 'true_false')
    expect([key, feedback]).toEqual([{ right: false, feedback: { true: '42 is right.', false: 'You knew.' } }, 'A reference.'])
  })
  test('essays, descriptions, gaps within a sentence, escaped signs, categories, comments', () => {
    const list = questionsIn(
      '// a comment\n$CATEGORY: $course$/top/Waves/Deep//shallow\n\n::E:: How are you? {}\n\nJust a text\\: read it\n\nTwo plus {=two =2} is four.\n\nCost \\{x\\}?{=\\=5 ~6}',
    )
    expect(list.map(({ type }) => type)).toEqual(['essay', 'stimulus', 'short_answer', 'single'])
    expect(list.map(({ folder }) => folder)).toEqual(Array(4).fill(['Waves', 'Deep/shallow']))
    expect(list.map(({ stem }) => stem)).toEqual(['How are you?', 'Just a text: read it', 'Two plus _____ is four.', 'Cost {x}?'])
  })
  test('a brace that never closes is kept as text and named with its line, and the others are read', () => {
    const { file } = read('Good{T}\n\nBad{=a\n', 'gift')
    expect(file.unreadable).toEqual([])
    expect(file.questions.map(({ type, stem, notes }) => [type, stem, notes])).toEqual([
      ['true_false', 'Good', []],
      ['essay', 'Bad{=a', [{ code: 'keptUnread', params: { line: 3 } }]],
    ])
  })
})

describe('Aiken', () => {
  test('questions that are whole; the others are kept as text and named', () => {
    const { format, file } = read(
      'Too few\nA) Only\nANSWER: A\n\nGood\nA) Correct\nB) Incorrect\nANSWER: A\n\nStarted\nA) one\nB) two\n\nSecond\nA)No space\nB)Right < >\nANSWER: B\n',
    )
    expect([format, file.questions.map(({ title, type, notes }) => [title, type, notes[0]?.code])]).toEqual([
      'aiken',
      [
        ['Good', 'single', undefined],
        ['Second', 'single', undefined],
        ['Too few', 'essay', 'keptUnread'],
        ['Started', 'essay', 'keptUnread'],
      ],
    ])
    expect(file.questions[3]!.stem).toBe('Started<br>A) one<br>B) two')
  })
})

describe('pasted text', () => {
  test('numbers, letters, an asterisk, an answer line in five languages', () => {
    const list = questionsIn(
      '1. Which sea?\nA. North\n*B. South\n\n2) 哪一个？\nA、甲\nB、乙\n答案：B\n\n3. Pick two (2 points)\n[x] one\n[ ] two\n[x] three\n\n4. Ibu kota?\nJawaban: Jakarta; Djakarta\n\n5. ถูกหรือผิด\nคำตอบ: ถูก\n\n6. Explain.',
      'text',
    )
    expect(list.map(({ type, points }) => [type, points])).toEqual([
      ['single', '1'],
      ['single', '1'],
      ['multiple', '2'],
      ['short_answer', '1'],
      ['true_false', '1'],
      ['essay', '1'],
    ])
    expect((list[0] as Extract<NeutralQuestion, { type: 'single' }>).key.right).toBe(
      (list[0] as Extract<NeutralQuestion, { type: 'single' }>).content.options[1]!.id,
    )
  })
})

const moodle = (type: string, body: string) =>
  `<?xml version="1.0"?><quiz><question type="${type}"><name><text>N</text></name><questiontext format="html"><text><![CDATA[<p>Stem \\(x^2\\)</p>]]></text></questiontext><defaultgrade>2.5</defaultgrade>${body}</question></quiz>`
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
  test('a type without counterpart is kept as text and named', () => {
    const question = only(moodle('calculated', '<answer fraction="100"><text>{a}+{b}</text></answer>'), 'essay')
    expect([question.notes, question.key.guide]).toEqual([
      [{ code: 'keptAsText', params: { type: 'calculated' } }],
      '<p>100 %: {a}+{b}</p>',
    ])
  })
})

const item = (declared: string, body: string) =>
  `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="T"><responseDeclaration identifier="R" ${declared}</responseDeclaration><outcomeDeclaration identifier="SCORE" normalMaximum="3"/><itemBody>${body}</itemBody></assessmentItem>`
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

describe('texts that several questions are about', () => {
  const of = (list: readonly NeutralQuestion[]) =>
    list.map(({ type, title, ref, about, notes }) => [type, title, ref ?? about ?? '', ...notes.map(({ code }) => code)])
  const choice =
    '<choiceInteraction responseIdentifier="R" maxChoices="1"><prompt>Which?</prompt><simpleChoice identifier="A">a</simpleChoice><simpleChoice identifier="B">b</simpleChoice></choiceInteraction>'
  const asking = (title: string, before: string, outside = '') =>
    item('cardinality="single"><correctResponse><value>A</value></correctResponse>', `${before}${choice}`)
      .replace('title="T"', `title="${title}"`)
      .replace('<itemBody>', `${outside}<itemBody>`)
  const packageOf = (files: Record<string, string>) =>
    readQuestionFile('q.zip', zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])))).file
  const png = 'not really a picture'

  test('QTI: files that items include or refer to, with their pictures', () => {
    const file = packageOf({
      'items/1.xml': asking('One', '<object data="../texts/tides.html" type="text/html"/>'),
      'items/2.xml': asking('Two', '<xi:include href="../texts/tides.html"/>'),
      'items/3.xml': asking('Three', '<p>By itself</p>', '<assessmentStimulusRef identifier="s" href="../texts/sea.xml"/>'),
      'items/4.xml': asking('Four', '<object data="gone.html" type="text/html"/><object data="../texts/moon.png" type="image/png"/>'),
      'texts/tides.html': '<!DOCTYPE html><html><head><title>x</title></head><body><p>The sea rises.</p><img src="moon.png"></body></html>',
      'texts/sea.xml':
        '<?xml version="1.0"?><assessmentStimulus title="The sea"><stimulusBody><p>It is salt.</p></stimulusBody></assessmentStimulus>',
      'texts/moon.png': png,
    })
    expect(of(file.questions)).toEqual([
      ['stimulus', 'The sea rises.', 'texts/tides.html'],
      ['single', 'One', 'texts/tides.html'],
      ['single', 'Two', 'texts/tides.html'],
      ['stimulus', 'The sea', 'texts/sea.xml'],
      ['single', 'Three', 'texts/sea.xml'],
      ['single', 'Four', '', 'fileLeftOut'],
    ])
    expect(file.questions[0]!.stem).toMatch(/^<p>The sea rises.<\/p><img src="question-file:\w+\/moon.png" alt="">$/)
    expect(file.questions[5]!.stem).toContain('<img src="question-file:')
  })
  test('QTI: the text of a section is that of its items; one for who marks is none; what cannot be read is kept or named', () => {
    const rubric = (view: string, text: string) => `<rubricBlock view="${view}"><p>${text}</p></rubricBlock>`
    const file = packageOf({
      'test.xml': `<assessmentTest xmlns="q"><testPart><assessmentSection identifier="S" title="Reading">${rubric('candidate', 'Once upon a time')}<assessmentItemRef href="1.xml"/><assessmentItemRef href="2.xml"/></assessmentSection></testPart></assessmentTest>`,
      '1.xml': asking('One', rubric('scorer', 'A is right')),
      '2.xml': item(
        'cardinality="single">',
        '<p>Only</p><choiceInteraction responseIdentifier="R"><simpleChoice identifier="A">a</simpleChoice></choiceInteraction>',
      ),
      '3.xml': '<assessmentItem><!DOCTYPE x></assessmentItem>',
    })
    expect(of(file.questions)).toEqual([
      ['stimulus', 'Reading', 'test.xml#S'],
      ['single', 'One', 'test.xml#S', 'partLeftOut'],
      ['essay', 'T', '', 'keptUnread'],
    ])
    expect(file.unreadable).toEqual([{ title: '3.xml' }])
  })
  test('pasted text: the questions that it names are about it; otherwise it stays a text, and is named', () => {
    const list = questionsIn(
      'Questions 1–2 are about this text.\nThe sea rises twice a day.\n\n1. How often?\nAnswer: twice\n\n2. What rises?\nAnswer: the sea\n\n3. Who asks?\nAnswer: I\n\nA text of its own.\n\n4. And who answers?\nAnswer: you\n\n5. One option\nA) alone\n',
      'text',
    )
    expect(of(list)).toEqual([
      ['stimulus', 'Questions 1–2 are about this text. The sea rises twice a day.', 'line-1'],
      ['short_answer', 'How often?', 'line-1'],
      ['short_answer', 'What rises?', 'line-1'],
      ['short_answer', 'Who asks?', ''],
      ['stimulus', 'A text of its own.', '', 'stimulusAlone'],
      ['short_answer', 'And who answers?', ''],
      ['essay', 'One option', '', 'keptUnread'],
    ])
  })
  test('Moodle and GIFT do not say what a description belongs to: it stays a text, and is named', () => {
    const description =
      '<question type="description"><name><text>Read</text></name><questiontext><text>The sea</text></questiontext></question>'
    const xml = moodle('truefalse', '<answer fraction="100"><text>true</text></answer>').replace('<quiz>', `<quiz>${description}`)
    for (const list of [questionsIn(xml), questionsIn('::Read::The sea\n\n::N::True?{T}', 'gift')])
      expect(of(list)).toEqual([
        ['stimulus', 'Read', '', 'stimulusAlone'],
        ['true_false', 'N', ''],
      ])
  })
  test.each(['moodle_xml', 'gift', 'qti', 'csv'] as const)('%s: what is written with its text is read with it again', (format) => {
    const [text, one, two, other] = questionsIn('::Sea::The sea\n\n::One::True?{T}\n\n::Two::False?{F}\n\n::Three::Alone{T}', 'gift')
    const given = [{ ...text!, notes: [], ref: 't1' }, { ...one!, about: 't1' }, { ...two!, about: 't1' }, other!] as NeutralQuestion[]
    const { questions } = readQuestionFile('x', questionFormats[format].write!(given, new Map()).bytes, format).file
    const [ref] = questions.flatMap(({ ref = '' }) => ref || [])
    expect(of(questions)).toEqual([
      ['stimulus', 'Sea', ref],
      ['true_false', 'One', ref],
      ['true_false', 'Two', ref],
      ['true_false', 'Three', ''],
    ])
  })
})

const samples = (): NeutralQuestion[] =>
  withSeed('samples', () => [
    ...questionsIn(
      '::One::Which?{=a#yes ~%-50%b ~c}\n\n::Two::Which two?{~%50%a ~%50%b ~%-100%c}\n\n::Three::True?{T#no#yes}\n\n::Four::Word{=Frog =%50%Toad#nearly}\n\n::Five::Number{#=3:0}\n\n::Six::Match{=a -> x =b -> y = -> z}\n\n::Seven::Write.{}',
      'gift',
    ),
    ...questionsIn(moodle('cloze', '').replace('Stem \\(x^2\\)', '{1:SHORTANSWER:=Berlin} {1:MULTICHOICE:~a~=b}')),
    ...questionsIn(
      moodle(
        'ordering',
        '<answer fraction="1" format="html"><text>first</text></answer><answer fraction="2" format="html"><text>second</text></answer>',
      ),
    ),
  ])
const comparable = ({ type, title, stem, points, content, key }: NeutralQuestion) => ({
  type,
  title,
  stem: stem.replaceAll(/\[\[\w+\]\]/g, '[[]]').replace(/^<p>(.*)<\/p>$/s, '$1'),
  points,
  texts: JSON.stringify([content, key])
    .match(/"text":"[^"]*"/g)
    ?.toSorted(),
})

test.each(['moodle_xml', 'gift', 'qti', 'csv'] as const)('%s: what is written is read again', (format) => {
  const given = samples()
  const { bytes, left } = questionFormats[format].write!(given, new Map())
  const { file } = readQuestionFile('x', bytes, format)
  expect(file.unreadable).toEqual([])
  const kept = given.filter(({ title, type }) => !left.some((one) => one.title === title && one.type === type))
  expect(file.questions.map(({ type, title }) => [type, title])).toEqual(kept.map(({ type, title }) => [type, title]))
  if (format === 'moodle_xml') expect(file.questions.map(comparable)).toEqual(kept.map(comparable))
})

test('without an answer that earns everything it is kept as text, with its answers for who marks', () => {
  const [words, number, several] = questionsIn('Q{=%50%salt =%25%brine}\n\nN{#=%50%3:1}\n\nM{~%50%a ~%25%b ~c}', 'gift')
  for (const question of [words, number, several]) expect([question?.type, question?.notes[0]?.code]).toEqual(['essay', 'keptIncomplete'])
  expect(words!.key).toEqual({ guide: '<p>50 %: salt</p><p>25 %: brine</p>' })
  expect(several!.key).toMatchObject({ guide: '<p>50 %: a</p><p>25 %: b</p><p>0 %: c</p>' })
})

test('the same seed gives the same ids, another one others', () => {
  const [one, same, other] = ['a', 'a', 'b'].map((seed) => withSeed(seed, () => JSON.stringify(questionsIn('Q{=a ~b}', 'gift'))))
  expect([one === same, one === other]).toEqual([true, false])
})

describe('files that mean harm', () => {
  const bomb =
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]><quiz><question type="essay"><questiontext><text>&lol2;</text></questiontext></question></quiz>'
  test.each([
    ['entities', bomb, 'questionImport.broken'],
    ['a depth of 100,000', `<quiz>${'<a>'.repeat(100_000)}`, 'questionImport.tooLarge'],
    ['nothing', '<quiz></quiz>', 'questionImport.noQuestions'],
    ['a table without questions', 'type,title\nx,y\n', 'questionImport.noColumn'],
  ])('400 for %s', async (_, text, code) => {
    await expect(
      readInThread({
        name: code.endsWith('noColumn') ? 'a.csv' : 'a.xml',
        bytes: Buffer.from(text),
        ...(code.endsWith('noColumn') && { format: 'csv' as const }),
        seed: '',
      }),
    ).rejects.toMatchObject({ status: 400, code })
  })
  test('400 for a package that grows beyond its bounds, and for one that is cut off', async () => {
    const grown = zipSync({ 'item.xml': new Uint8Array(60 * 1024 ** 2) })
    await expect(readInThread({ name: 'q.zip', bytes: grown, seed: '' })).rejects.toMatchObject({ code: 'questionImport.tooLarge' })
    await expect(
      readInThread({ name: 'q.zip', bytes: zipSync({ 'a.xml': new Uint8Array(100) }).subarray(0, 60), seed: '' }),
    ).rejects.toMatchObject({ code: 'questionImport.broken' })
  })
  test('hundreds of thousands of signs are read without a part for each', () => {
    const { file } = read(`Q{${'~='.repeat(200_000)}}\n\n${'{'.repeat(100_000)}`, 'gift')
    expect(file.questions.map(({ type, notes }) => [type, notes[0]?.code])).toEqual([
      ['essay', 'keptAsText'],
      ['essay', 'keptUnread'],
    ])
  })
})

// files that other systems wrote, kept beside the project
const corpus = resolve(process.env.LYCEUM_CORPUS ?? '../shared/fixtures', 'questions')
test.runIf(existsSync(corpus))('files that other systems wrote: every question is read, or named', () => {
  const found = readdirSync(corpus).map((name) => {
    const { format, file } = readQuestionFile(name, readFileSync(join(corpus, name)))
    return `${name.replace(/^question__(format|type)__/, '')} ${format} ${file.questions.map(({ type, notes }) => [type, ...notes.map(({ code }) => code)].join(':')).join()} ${file.unreadable.length}`
  })
  expect(found).toEqual([
    'aiken__aiken_errors.txt aiken single,single,single,essay:keptUnread,essay:keptUnread,essay:keptUnread 0',
    'aiken__questions.aiken.txt aiken single,single 0',
    'gift__questions.gift.txt gift essay,matching,single,multiple,numerical:answerLeftOut,short_answer,true_false,true_false,true_false 0',
    'gift__questions_encoding_windows-1252.gift.txt gift essay,essay,matching 0',
    'xml__nested_categories_with_questions.xml moodle_xml true_false,essay,true_false,true_false,true_false 0',
    'essay__testquestion.moodle.xml moodle_xml essay 0',
    'match__testquestion.moodle.xml moodle_xml matching:partLeftOut 0',
    'multichoice__testquestion.moodle.xml moodle_xml multiple:partLeftOut 0',
    'numerical__testquestion.moodle.xml moodle_xml numerical:partLeftOut 0',
    'shortanswer__testquestion.moodle.xml moodle_xml short_answer 0',
    'truefalse__testquestion.moodle.xml moodle_xml true_false 0',
  ])
})
