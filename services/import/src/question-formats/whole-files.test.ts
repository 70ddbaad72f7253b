// Whole files: what is written is read again, files that mean harm, and files that other systems wrote.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { questionFormats, readQuestionFile } from '../question-formats.ts'
import { readInThread } from '../read-file.ts'
import { moodle, questionsIn, read } from '../test/question-texts.ts'
import type { NeutralQuestion } from './format.ts'
import { withSeed } from './parts.ts'

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

test.each(['moodle_xml', 'gift', 'qti', 'csv'] as const)('%s: the questions that are written are read again', (format) => {
  const given = samples()
  const { bytes, left } = questionFormats[format].write!(given, new Map())
  const { file } = readQuestionFile('x', bytes, format && { format })
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
    'multichoice__testquestion.moodle.xml moodle_xml multiple:partLeftOut:usualFeedback 0',
    'numerical__testquestion.moodle.xml moodle_xml numerical:partLeftOut 0',
    'shortanswer__testquestion.moodle.xml moodle_xml short_answer 0',
    'truefalse__testquestion.moodle.xml moodle_xml true_false 0',
  ])
})
