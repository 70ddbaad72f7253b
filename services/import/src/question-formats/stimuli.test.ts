// Texts that several questions are about, in every format.
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { questionFormats, readQuestionFile } from '../question-formats.ts'
import { item, moodle, questionsIn } from '../test/question-texts.ts'
import type { NeutralQuestion } from './format.ts'

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
test('QTI: the text of a section is that of its items; one for markers is none; one that cannot be read is kept or named', () => {
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
test.each(['moodle_xml', 'gift', 'qti', 'csv'] as const)('%s: a question that is written with its text is read with it again', (format) => {
  const [text, one, two, other] = questionsIn('::Sea::The sea\n\n::One::True?{T}\n\n::Two::False?{F}\n\n::Three::Alone{T}', 'gift')
  const given = [{ ...text!, notes: [], ref: 't1' }, { ...one!, about: 't1' }, { ...two!, about: 't1' }, other!] as NeutralQuestion[]
  const { questions } = readQuestionFile('x', questionFormats[format].write!(given, new Map()).bytes, { format }).file
  const [ref] = questions.flatMap(({ ref = '' }) => ref || [])
  expect(of(questions)).toEqual([
    ['stimulus', 'Sea', ref],
    ['true_false', 'One', ref],
    ['true_false', 'Two', ref],
    ['true_false', 'Three', ''],
  ])
})
