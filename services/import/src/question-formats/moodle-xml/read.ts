// Reads Moodle's XML of questions, with the files in it.
import type { Accepted, AcceptedNumber, NeutralFileOfQuestions, NeutralQuestion, Note } from '../format.ts'
import { folderOf } from '../gift/read.ts'
import {
  choiceOf,
  decimalOf,
  escaped,
  htmlOf,
  keptAsText,
  matchingOf,
  newPartId,
  orderingOf,
  partOf,
  percentOf,
  pointsOf,
  type Shared,
  textOf,
  titleOf,
  twoNumbersIn,
} from '../parts.ts'
import { childOf, childrenOf, childText, parseXml, textIn, type XmlElement, within } from '../xml.ts'
import { orderingWithRule } from './ordering.ts'
import { readCloze } from './cloze.ts'
import { type FilesInXml, picturesBeside, unnamedFiles, withEmbedded } from './files.ts'

type Reading = FilesInXml & { folder: string[] }

export function readMoodleXml(text: string): NeutralFileOfQuestions {
  const root = parseXml(text)
  const reading: Reading = { files: new Map(), folder: [], seen: new Map() }
  const questions: NeutralQuestion[] = []
  const unreadable: NeutralFileOfQuestions['unreadable'] = []
  for (const element of childrenOf(root, 'question')) {
    const type = (element.attribs.type ?? '').toLowerCase()
    if (type === 'category') {
      reading.folder = folderOf(childText(element, 'category'))
      continue
    }
    const question = questionOf(reading, element, type)
    if (question) questions.push({ ...question, notes: [...question.notes, ...unnamedFiles(reading, element)] })
    else {
      const html = htmlIn(reading, childOf(element, 'questiontext'), [])
      unreadable.push({ title: childText(element, 'name') || titleOf(html) || type, html })
    }
  }
  return { questions, files: reading.files, unreadable }
}

/** The HTML of `<element format="…"><text>…</text><file …/></element>`, its files under names of their own. */
function htmlIn(reading: Reading, element: XmlElement | undefined, notes: Note[]): string {
  if (!element) return ''
  const given = textIn(childOf(element, 'text') ?? element).trim()
  if (given === '') return ''
  const format = element.attribs.format ?? 'html'
  const html =
    /^(plain_text|markdown)$/.test(format) || (format === 'moodle_auto_format' && !/<[a-z][^>]*>/i.test(given)) ? htmlOf(given) : given
  return withEmbedded(reading, html, childrenOf(element, 'file'), notes)
}

const fractionOf = ({ attribs }: XmlElement) => Number((attribs.fraction ?? '0').replace(',', '.')) || 0
const isTrue = (text: string) => /^(true|1)$/i.test(text)

/** Whether what the file says to an answer comes along: whoever gives that answer reads it. */
const keepsFeedback = (type: string, answer: XmlElement): boolean =>
  ['multichoice', 'truefalse', 'numerical'].includes(type) || (type === 'shortanswer' && textIn(childOf(answer, 'text')).trim() !== '')

function questionOf(reading: Reading, element: XmlElement, type: string): NeutralQuestion | undefined {
  const notes: Note[] = []
  const html = (child: XmlElement | undefined) => htmlIn(reading, child, notes)
  const stem = html(childOf(element, 'questiontext')) + picturesBeside(reading, element, notes)
  const answers = childrenOf(element, 'answer')
  const shared: Shared = {
    title: [...(childText(element, 'name') || titleOf(stem))].slice(0, 200).join(''),
    stem,
    feedback: html(childOf(element, 'generalfeedback')),
    points: pointsOf(childText(element, 'defaultgrade') || undefined),
    tags: [
      ...new Set(
        childrenOf(childOf(element, 'tags') ?? { name: '', attribs: {}, children: [] }, 'tag').map((one) =>
          [...textIn(one).trim()].slice(0, 50).join(''),
        ),
      ),
    ]
      .filter(Boolean)
      .slice(0, 20),
    folder: reading.folder,
    notes,
    ...(type === 'description' ? { ref: childText(element, 'text_id') } : { about: childText(element, 'about_text') }),
  }
  if (childrenOf(element, 'hint').some((hint) => textOf(childText(hint, 'text') || textIn(childOf(hint, 'text'))) !== ''))
    notes.push({ code: 'partLeftOut', params: { part: 'hint' } })
  // what everybody gets who is right, or wrong; Moodle writes its own sentences into every file
  const general = ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback'].map((name) => textOf(childText(element, name)))
  const lost = answers.some((answer) => !keepsFeedback(type, answer) && textOf(childText(answer, 'feedback')) !== '')
  const usual = (text: string) => /^Your answer is (partially )?(in)?correct\.$/.test(text)
  if (lost || general.some((text) => text !== '' && !usual(text))) notes.push({ code: 'partLeftOut', params: { part: 'feedback' } })
  else if (general.some(usual)) notes.push({ code: 'usualFeedback' })
  if (textOf(stem) === '' && !/<img|question-file:/.test(stem)) return undefined
  const feedbackOf = (answer: XmlElement) => html(childOf(answer, 'feedback'))
  switch (type) {
    case 'multichoice': {
      if (answers.length < 2) return undefined
      const list = answers.map((answer) => ({ html: html(answer), percent: fractionOf(answer), feedback: feedbackOf(answer) }))
      return choiceOf(shared, list, {
        one: !/^(false|0)$/i.test(childText(element, 'single') || 'true'),
        shuffle: isTrue(childText(element, 'shuffleanswers')),
      })
    }
    case 'truefalse': {
      const right = answers.find((answer) => fractionOf(answer) > 0)
      const texts = Object.fromEntries(
        answers.flatMap((answer) =>
          feedbackOf(answer) === '' ? [] : [[isTrue(childText(answer, 'text')) ? 'true' : 'false', feedbackOf(answer)]],
        ),
      )
      return {
        ...shared,
        type: 'true_false',
        content: {},
        key: { right: right ? isTrue(childText(right, 'text')) : true, ...(Object.keys(texts).length > 0 && { feedback: texts }) },
      }
    }
    case 'shortanswer': {
      const accepted: Accepted[] = answers.flatMap((answer) => {
        const text = textIn(childOf(answer, 'text')).trim().slice(0, 500)
        const feedback = feedbackOf(answer)
        return text === '' ? [] : [{ text, percent: percentOf(fractionOf(answer)), ...(feedback && { feedback }) }]
      })
      if (accepted.length === 0) return undefined
      if (accepted.length > 50) notes.push({ code: 'answerLeftOut' })
      return {
        ...shared,
        type: 'short_answer',
        content: {},
        // Moodle tells accents apart
        key: {
          accepted: accepted.slice(0, 50),
          accent_sensitive: true,
          ...(isTrue(childText(element, 'usecase')) && { case_sensitive: true }),
        },
      }
    }
    case 'numerical':
      return numerical(shared, element, answers, feedbackOf)
    case 'matching':
    case 'ddmatch': {
      const pairs = childrenOf(element, 'subquestion').map((one) => {
        const answer = childOf(one, 'answer')
        const right =
          type === 'ddmatch' && answer?.attribs.format
            ? html(answer)
            : escaped(textIn(answer && (childOf(answer, 'text') ?? answer)).trim())
        return { left: html(one), right }
      })
      return pairs.length < 2
        ? undefined
        : matchingOf(
            shared,
            pairs.filter(({ right }) => right !== ''),
            isTrue(childText(element, 'shuffleanswers') || 'true'),
          )
    }
    case 'ordering':
      return answers.length < 2
        ? undefined
        : orderingWithRule(element, orderingOf(shared, answers.toSorted((a, b) => fractionOf(a) - fractionOf(b)).map(html)))
    case 'essay':
      return essay(shared, element, html)
    case 'description':
      return { ...shared, type: 'stimulus', content: {}, key: {} }
    case 'cloze':
    case 'multianswer': {
      const { stem: text, blanks, key, left } = readCloze(stem)
      if (blanks.length === 0) return keptAsText(shared, type, '')
      if (left > 0) notes.push({ code: 'answerLeftOut' })
      // the points of the question are those of its blanks
      const weights = blanks.reduce((sum, { id }) => sum + (key[id]?.weight ?? 1), 0)
      return { ...shared, stem: text, points: pointsOf(String(weights)), type: 'blanks', content: { blanks }, key: { blanks: key } }
    }
    case 'gapselect':
    case 'ddwtos':
      return gapSelect(shared, element)
    default:
      return keptAsText(shared, type, answers.map((answer) => `<p>${fractionOf(answer)} %: ${html(answer)}</p>`).join(''))
  }
}

function numerical(
  shared: Shared,
  element: XmlElement,
  answers: XmlElement[],
  feedbackOf: (answer: XmlElement) => string,
): NeutralQuestion | undefined {
  const accepted = answers.flatMap((answer): AcceptedNumber[] => {
    const [value, tolerance] = [decimalOf(textIn(childOf(answer, 'text'))), decimalOf(childText(answer, 'tolerance') || '0')]
    const feedback = feedbackOf(answer)
    return value === undefined || tolerance === undefined
      ? []
      : [{ value, tolerance: tolerance.replace(/^-/, ''), percent: percentOf(fractionOf(answer)), ...(feedback && { feedback }) }]
  })
  const two = answers.map((answer) => twoNumbersIn(textIn(childOf(answer, 'text')), 'point')).find(Boolean)
  if (two)
    return keptAsText(
      { ...shared, notes: [two, ...shared.notes] },
      'numerical',
      answers.map((one) => escaped(textIn(childOf(one, 'text')))).join('<br>'),
    )
  if (accepted.length === 0) return undefined
  if (accepted.length < answers.length || accepted.length > 20) shared.notes.push({ code: 'answerLeftOut' })
  const [unit, ...further] = within(element, 'unit_name').map((one) => textIn(one).trim())
  if (further.length > 0) shared.notes.push({ code: 'partLeftOut', params: { part: 'units' } })
  return { ...shared, type: 'numerical', content: unit ? { unit: unit.slice(0, 50) } : {}, key: { accepted: accepted.slice(0, 20) } }
}

function essay(shared: Shared, element: XmlElement, html: (child: XmlElement | undefined) => string): NeutralQuestion {
  const number = (name: string) => Number(childText(element, name)) || 0
  const files = Math.min(20, number('attachments') < 0 ? 20 : number('attachments'))
  const guide = html(childOf(element, 'graderinfo'))
  const key = guide === '' ? {} : { guide }
  const format = childText(element, 'responseformat')
  if (format === 'noinline') {
    const types = childText(element, 'filetypeslist')
      .split(/[\s,;]+/)
      .map((one) => one.replace(/^[.*]+/, '').toLowerCase())
      .filter((one) => /^[a-z0-9]{1,10}$/.test(one))
    const megabytes = Math.ceil(number('maxbytes') / 1024 ** 2)
    return {
      ...shared,
      type: 'file',
      content: {
        files_most: Math.max(1, files),
        file_size_mb: megabytes > 0 ? Math.min(2048, megabytes) : 100,
        ...(types.length > 0 && { file_types: [...new Set(types)] }),
      },
      key,
    }
  }
  const template = html(childOf(element, 'responsetemplate'))
  const words = (name: string) => Math.min(20_000, number(name))
  return {
    ...shared,
    type: 'essay',
    content: {
      format: format === 'monospaced' ? 'code' : format === 'plain' ? 'plain' : 'rich',
      ...(words('minwordlimit') > 0 && { words_least: words('minwordlimit') }),
      ...(words('maxwordlimit') > 0 && { words_most: words('maxwordlimit') }),
      ...(files > 0 && { files_most: files }),
      ...(template !== '' && { template }),
    },
    key,
  }
}

/** `[[1]]` in the text names a choice, by its place; a blank offers the choices of its group. */
function gapSelect(shared: Shared, element: XmlElement): NeutralQuestion {
  const choices = [...childrenOf(element, 'selectoption'), ...childrenOf(element, 'dragbox')].map((one) => ({
    text: escaped(childText(one, 'text')),
    group: childText(one, 'group') || '1',
  }))
  const blanks: Extract<NeutralQuestion, { type: 'blanks' }>['content']['blanks'] = []
  const key: Extract<NeutralQuestion, { type: 'blanks' }>['key']['blanks'] = {}
  const stem = shared.stem.replaceAll(/\[\[(\d{1,3})\]\]/g, (all, digits: string) => {
    const right = choices[Number(digits) - 1]
    if (!right) return all
    const options = choices.filter(({ group }) => group === right.group).map((one) => ({ part: partOf(one.text), right: one === right }))
    if (options.length < 2 || options.length > 20) return all
    const id = newPartId()
    blanks.push({ id, kind: 'choice', options: options.map(({ part }) => part) })
    key[id] = { options: Object.fromEntries(options.map(({ part, right }) => [part.id, right ? '100' : '0'])) }
    return `[[${id}]]`
  })
  if (blanks.length === 0) return keptAsText(shared, 'gapselect', choices.map(({ text }) => `<p>${text}</p>`).join(''))
  return { ...shared, stem, type: 'blanks', content: { blanks }, key: { blanks: key } }
}
