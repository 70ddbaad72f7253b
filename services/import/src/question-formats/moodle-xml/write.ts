// Writes Moodle's XML of questions, with their files in it.
import type { NeutralFile, NeutralQuestion, WrittenFile } from '../format.ts'
import { textOf } from '../parts.ts'
import { writeCloze } from './cloze.ts'

const data = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>').replaceAll(/[^\P{Cc}\t\n\r]/gu, '')}]]>`
const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

type Files = ReadonlyMap<string, NeutralFile>

/** `<name format="html">` with its files. */
function block(files: Files, name: string, html: string, more = '', attributes = ''): string {
  const embedded: string[] = []
  const named = html.replaceAll(/question-file:([^"'\s>]+)/g, (_, key: string) => {
    const file = files.get(key)
    if (!file) return ''
    const own = `${embedded.length + 1}-${file.name}`
    embedded.push(`<file name="${attribute(own)}" path="/" encoding="base64">${Buffer.from(file.bytes).toString('base64')}</file>`)
    return `@@PLUGINFILE@@/${encodeURIComponent(own)}`
  })
  return `<${name} format="html"${attributes}><text>${data(named)}</text>${embedded.join('')}${more}</${name}>`
}

/** Rules of ordering, as Moodle names them. */
const gradingTypes = { all: 'ALL_OR_NOTHING', place: 'ABSOLUTE_POSITION', next: 'RELATIVE_NEXT_EXCLUDE_LAST' }

function bodyOf(files: Files, question: NeutralQuestion): [type: string, body: string] | undefined {
  const feedback = (text = '') => block(files, 'feedback', text)
  const answer = (text: string, fraction: string | number, more = '') => block(files, 'answer', text, more, ` fraction="${fraction}"`)
  switch (question.type) {
    case 'single': {
      const { right, percents = {}, feedback: texts = {} } = question.key
      const { options, shuffle } = question.content
      const answers = options.map(({ id, text }) => answer(text, id === right ? 100 : (percents[id] ?? 0), feedback(texts[id])))
      return ['multichoice', `<single>true</single><shuffleanswers>${shuffle ?? false}</shuffleanswers>${answers.join('')}`]
    }
    case 'multiple': {
      const { right, rule, percents = {}, feedback: texts = {} } = question.key
      const { options, shuffle } = question.content
      const each = Math.round(1e7 / right.length) / 1e5
      const wrong = { all: -100, each: 0, minus: -each, percents: 0 }[rule]
      const earned = (id: string) => (rule === 'percents' ? (percents[id] ?? 0) : right.includes(id) ? each : wrong)
      const answers = options.map(({ id, text }) => answer(text, earned(id), feedback(texts[id])))
      return ['multichoice', `<single>false</single><shuffleanswers>${shuffle ?? false}</shuffleanswers>${answers.join('')}`]
    }
    case 'true_false': {
      const { right, feedback: texts = {} } = question.key
      const one = (value: boolean) =>
        `<answer fraction="${value === right ? 100 : 0}" format="moodle_auto_format"><text>${value}</text>${feedback(texts[String(value) as 'true'])}</answer>`
      return ['truefalse', one(true) + one(false)]
    }
    case 'short_answer': {
      const { accepted, case_sensitive } = question.key
      const answers = accepted.map(
        ({ text, percent, feedback: given }) =>
          `<answer fraction="${percent}" format="moodle_auto_format"><text>${data(text)}</text>${feedback(given)}</answer>`,
      )
      return ['shortanswer', `<usecase>${case_sensitive ? 1 : 0}</usecase>${answers.join('')}`]
    }
    case 'numerical': {
      const { unit } = question.content
      const answers = question.key.accepted.map(({ value, tolerance, relative, percent, feedback: given }) => {
        const absolute = relative ? String(Math.abs(Number(value) * Number(tolerance))) : tolerance
        return `<answer fraction="${percent}" format="moodle_auto_format"><text>${value}</text><tolerance>${absolute}</tolerance>${feedback(given)}</answer>`
      })
      const units = unit
        ? `<units><unit><multiplier>1</multiplier><unit_name>${data(unit)}</unit_name></unit></units><unitgradingtype>0</unitgradingtype><showunits>3</showunits>`
        : ''
      return ['numerical', answers.join('') + units]
    }
    case 'matching': {
      const textOfChoice = new Map(question.content.choices.map(({ id, text }) => [id, textOf(text)]))
      const used = new Set(Object.values(question.key.pairs))
      const sub = (left: string, right: string) => block(files, 'subquestion', left, `<answer><text>${data(right)}</text></answer>`)
      const pairs = question.content.items.map(({ id, text }) => sub(text, textOfChoice.get(question.key.pairs[id]!) ?? ''))
      const further = [...textOfChoice].filter(([id]) => !used.has(id)).map(([, text]) => sub('', text))
      return ['matching', `<shuffleanswers>${question.content.shuffle ?? true}</shuffleanswers>${[...pairs, ...further].join('')}`]
    }
    case 'ordering': {
      const text = new Map(question.content.items.map((item) => [item.id, item.text]))
      return [
        'ordering',
        `<layouttype>VERTICAL</layouttype><selecttype>ALL</selecttype><gradingtype>${gradingTypes[question.key.rule]}</gradingtype>${question.key.order.map((id, nth) => answer(text.get(id) ?? '', nth + 1)).join('')}`,
      ]
    }
    case 'essay': {
      const { format, words_least = '', words_most = '', files_most = 0, template = '' } = question.content
      const response = { rich: 'editor', plain: 'plain', code: 'monospaced' }[format]
      return [
        'essay',
        `<responseformat>${response}</responseformat><responserequired>1</responserequired><responsefieldlines>15</responsefieldlines><minwordlimit>${words_least}</minwordlimit><maxwordlimit>${words_most}</maxwordlimit><attachments>${files_most}</attachments><attachmentsrequired>0</attachmentsrequired>${block(files, 'graderinfo', question.key.guide ?? '')}${block(files, 'responsetemplate', template)}`,
      ]
    }
    case 'file': {
      const { file_types = [], files_most, file_size_mb } = question.content
      return [
        'essay',
        `<responseformat>noinline</responseformat><responserequired>0</responserequired><attachments>${files_most}</attachments><attachmentsrequired>1</attachmentsrequired><maxbytes>${file_size_mb * 1024 ** 2}</maxbytes><filetypeslist>${file_types.map((type) => `.${type}`).join(',')}</filetypeslist>${block(files, 'graderinfo', question.key.guide ?? '')}`,
      ]
    }
    case 'stimulus':
      return ['description', '']
    case 'blanks':
      return ['cloze', '']
    default:
      return undefined
  }
}

export function writeMoodleXml(questions: NeutralQuestion[], files: Files): WrittenFile {
  const left: WrittenFile['left'] = []
  const parts: string[] = []
  let folder = '\u0000'
  for (const question of questions) {
    const path = question.folder.map((one) => one.replaceAll('/', '//')).join('/')
    if (path !== folder)
      parts.push(`<question type="category"><category><text>${data(`$course$/top${path && `/${path}`}`)}</text></category></question>`)
    folder = path
    const body = bodyOf(files, question)
    if (!body) {
      left.push(question)
      continue
    }
    const stem = question.type === 'blanks' ? writeCloze(question.stem, question.content.blanks, question.key.blanks) : question.stem
    const tags =
      question.tags.length > 0 ? `<tags>${question.tags.map((tag) => `<tag><text>${data(tag)}</text></tag>`).join('')}</tags>` : ''
    // elements of our own, which others pass over: Moodle does not know what a text belongs to
    const join =
      question.ref !== undefined
        ? `<text_id>${question.ref}</text_id>`
        : question.about !== undefined
          ? `<about_text>${question.about}</about_text>`
          : ''
    const grade = question.type === 'stimulus' ? '0' : question.points
    parts.push(
      `<question type="${body[0]}"><name><text>${data(question.title)}</text></name>${block(files, 'questiontext', stem)}${block(files, 'generalfeedback', question.feedback)}<defaultgrade>${grade}</defaultgrade><penalty>0</penalty><hidden>0</hidden>${body[1]}${tags}${join}</question>`,
    )
  }
  return {
    bytes: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${parts.join('\n')}\n</quiz>\n`),
    extension: 'xml',
    mime: 'application/xml',
    left,
  }
}
