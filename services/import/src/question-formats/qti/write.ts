// Writes a package of QTI 2.1: an item a question, with its files; one that is about a text depends on the item of the text.
import { type Zippable, zipSync } from 'fflate'
import type { NeutralFile, NeutralQuestion, WrittenFile } from '../format.ts'
import { htmlOf, textOf } from '../parts.ts'
import { childNodes, markupOf, parseXml } from '../xml.ts'

const namespace = 'http://www.imsglobal.org/xsd/imsqti_v2p1'
const safe = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[^\P{Cc}\t\n\r]/gu, '')

/** HTML as well-formed XML: empty elements are closed. */
function xhtml(html: string): string {
  const closed = html.replaceAll(/<(br|hr|img)\b([^>]*?)\/?>/gi, '<$1$2/>').replaceAll(/&nbsp;/g, '&#160;')
  try {
    return markupOf(childNodes(parseXml(`<div>${closed}</div>`))).replaceAll(/<(br|hr|img)\b([^>]*?)>/gi, '<$1$2/>')
  } catch {
    return htmlOf(textOf(html)).replaceAll('<br>', '<br/>')
  }
}
const flow = (html: string) => (/^\s*<(p|div|ul|ol|table|h\d|blockquote|pre|figure)\b/i.test(html) ? html : `<p>${html}</p>`)

type Written = { declarations: string; body: string }
const declaration = (cardinality: string, base: string, values: string[], mapping = '', id = 'RESPONSE') =>
  `<responseDeclaration identifier="${id}" cardinality="${cardinality}" baseType="${base}">${values.length > 0 ? `<correctResponse>${values.map((one) => `<value>${safe(one)}</value>`).join('')}</correctResponse>` : ''}${mapping}</responseDeclaration>`
const mappingOf = (entries: [string, number][], most: number, { exactCase = false } = {}) =>
  `<mapping lowerBound="0" upperBound="${most}" defaultValue="0">${entries.map(([key, value]) => `<mapEntry mapKey="${safe(key)}" mappedValue="${value}"${exactCase ? ' caseSensitive="true"' : ''}/>`).join('')}</mapping>`
const shareOf = (percent: string | undefined, points: number) => Math.round(points * Number(percent ?? 0) * 100) / 10_000

function writtenOf(question: NeutralQuestion): Written | undefined {
  const stem = flow(xhtml(question.stem))
  const points = Number(question.points)
  switch (question.type) {
    case 'single': {
      const { right, percents = {} } = question.key
      const { options, shuffle = false } = question.content
      const mapping =
        Object.keys(percents).length > 0
          ? mappingOf(
              options.map(({ id }) => [`o${id}`, id === right ? points : shareOf(percents[id], points)]),
              points,
            )
          : ''
      return {
        declarations: declaration('single', 'identifier', [`o${right}`], mapping),
        body: `${stem}<choiceInteraction responseIdentifier="RESPONSE" shuffle="${shuffle}" maxChoices="1">${options.map(({ id, text }) => `<simpleChoice identifier="o${id}">${xhtml(text)}</simpleChoice>`).join('')}</choiceInteraction>`,
      }
    }
    case 'multiple': {
      const { right, rule, percents = {} } = question.key
      const { options, shuffle = false, most = 0 } = question.content
      const each = 100 / right.length
      const earned = (id: string) =>
        shareOf(rule === 'percents' ? percents[id] : String(right.includes(id) ? each : rule === 'minus' ? -each : 0), points)
      const mapping =
        rule === 'all'
          ? ''
          : mappingOf(
              options.map(({ id }) => [`o${id}`, earned(id)]),
              points,
            )
      return {
        declarations: declaration(
          'multiple',
          'identifier',
          right.map((id) => `o${id}`),
          mapping,
        ),
        body: `${stem}<choiceInteraction responseIdentifier="RESPONSE" shuffle="${shuffle}" maxChoices="${most}">${options.map(({ id, text }) => `<simpleChoice identifier="o${id}">${xhtml(text)}</simpleChoice>`).join('')}</choiceInteraction>`,
      }
    }
    case 'true_false':
      return {
        declarations: declaration('single', 'identifier', [String(question.key.right)]),
        body: `${stem}<choiceInteraction responseIdentifier="RESPONSE" shuffle="false" maxChoices="1"><simpleChoice identifier="true">True</simpleChoice><simpleChoice identifier="false">False</simpleChoice></choiceInteraction>`,
      }
    case 'short_answer': {
      const accepted = question.key.accepted
      return {
        declarations: declaration(
          'single',
          'string',
          accepted
            .filter(({ percent }) => Number(percent) === 100)
            .slice(0, 1)
            .map(({ text }) => text),
          mappingOf(
            accepted.map(({ text, percent }) => [text, shareOf(percent, points)]),
            points,
            { exactCase: question.key.case_sensitive ?? false },
          ),
        ),
        body: `${stem}<p><textEntryInteraction responseIdentifier="RESPONSE"/></p>`,
      }
    }
    case 'numerical':
      // a tolerance needs response processing of its own, which few readers know: exact numbers alone
      if (question.key.accepted.some(({ tolerance }) => Number(tolerance) !== 0)) return undefined
      return {
        declarations: declaration(
          'single',
          'float',
          question.key.accepted.slice(0, 1).map(({ value }) => value),
          mappingOf(
            question.key.accepted.map(({ value, percent }) => [value, shareOf(percent, points)]),
            points,
          ),
        ),
        body: `${stem}<p><textEntryInteraction responseIdentifier="RESPONSE"/>${question.content.unit ? ` ${safe(question.content.unit)}` : ''}</p>`,
      }
    case 'matching': {
      const { items, choices, shuffle = false } = question.content
      const pairs = Object.entries(question.key.pairs).map(([item, choice]) => `i${item} c${choice}`)
      const each = Math.round((points / Math.max(1, pairs.length)) * 1e4) / 1e4
      const set = (prefix: string, list: typeof items, most: number) =>
        `<simpleMatchSet>${list.map(({ id, text }) => `<simpleAssociableChoice identifier="${prefix}${id}" matchMax="${most}">${xhtml(text)}</simpleAssociableChoice>`).join('')}</simpleMatchSet>`
      return {
        declarations: declaration(
          'multiple',
          'directedPair',
          pairs,
          question.key.rule === 'each'
            ? mappingOf(
                pairs.map((pair) => [pair, each]),
                points,
              )
            : '',
        ),
        body: `${stem}<matchInteraction responseIdentifier="RESPONSE" shuffle="${shuffle}" maxAssociations="${items.length}">${set('i', items, 1)}${set('c', choices, 0)}</matchInteraction>`,
      }
    }
    case 'ordering':
      return {
        declarations: declaration(
          'ordered',
          'identifier',
          question.key.order.map((id) => `o${id}`),
        ),
        body: `${stem}<orderInteraction responseIdentifier="RESPONSE" shuffle="true">${question.content.items.map(({ id, text }) => `<simpleChoice identifier="o${id}">${xhtml(text)}</simpleChoice>`).join('')}</orderInteraction>`,
      }
    case 'blanks': {
      const declarations: string[] = []
      const body = stem.replaceAll(/\[\[([a-z0-9]{6,12})\]\]/g, (all, id: string) => {
        const blank = question.content.blanks.find((one) => one.id === id)
        const key = question.key.blanks[id]
        if (!blank || !key) return all
        if (blank.kind === 'choice') {
          const right = Object.entries(key.options ?? {})
            .filter(([, percent]) => Number(percent) === 100)
            .map(([option]) => `o${option}`)
          declarations.push(declaration('single', 'identifier', right.slice(0, 1), '', `R${id}`))
          return `<inlineChoiceInteraction responseIdentifier="R${id}" shuffle="false">${(blank.options ?? []).map((option) => `<inlineChoice identifier="o${option.id}">${safe(textOf(option.text))}</inlineChoice>`).join('')}</inlineChoiceInteraction>`
        }
        const answers =
          blank.kind === 'number' ? (key.numbers ?? []).map(({ value, percent }) => ({ text: value, percent })) : (key.texts ?? [])
        const full = answers.filter(({ percent }) => Number(percent) === 100).slice(0, 1)
        declarations.push(
          declaration(
            'single',
            blank.kind === 'number' ? 'float' : 'string',
            full.map(({ text }) => text),
            mappingOf(
              answers.map(({ text, percent }) => [text, shareOf(percent, 1)]),
              1,
              { exactCase: key.case_sensitive ?? false },
            ),
            `R${id}`,
          ),
        )
        return `<textEntryInteraction responseIdentifier="R${id}"/>`
      })
      return { declarations: declarations.join(''), body }
    }
    case 'essay':
      return {
        declarations: declaration('single', 'string', []),
        body: `${stem}<extendedTextInteraction responseIdentifier="RESPONSE" format="${question.content.format === 'rich' ? 'xhtml' : question.content.format === 'code' ? 'preFormatted' : 'plain'}"/>`,
      }
    case 'file':
      return { declarations: declaration('single', 'file', []), body: `${stem}<uploadInteraction responseIdentifier="RESPONSE"/>` }
    case 'stimulus':
      return { declarations: '', body: stem }
    default:
      return undefined
  }
}

export function writeQti(questions: NeutralQuestion[], files: ReadonlyMap<string, NeutralFile>): WrittenFile {
  const left: WrittenFile['left'] = []
  const zip: Zippable = {}
  const resources: string[] = []
  /** The items of texts, by what others call them. They come first. */
  const textItems = new Map<string, string>()
  for (const question of questions) {
    const written = writtenOf(question)
    if (!written) {
      left.push(question)
      continue
    }
    const id = `item-${resources.length + 1}`
    const own: string[] = []
    const named = (xml: string) =>
      xml.replaceAll(/question-file:([^"'\s>]+)/g, (_, key: string) => {
        const file = files.get(key)
        if (!file) return ''
        const path = `media/${id}-${own.length + 1}-${file.name.replaceAll(/[^\w.-]/g, '_')}`
        zip[path] = file.bytes
        own.push(path)
        return path
      })
    const feedback = question.feedback
      ? `<modalFeedback outcomeIdentifier="FEEDBACK" identifier="GENERAL" showHide="show">${named(xhtml(question.feedback))}</modalFeedback>`
      : ''
    const item = `<?xml version="1.0" encoding="UTF-8"?>
<assessmentItem xmlns="${namespace}" identifier="${id}" title="${safe(question.title)}" adaptive="false" timeDependent="false">${written.declarations}<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float" normalMaximum="${question.points}"/><outcomeDeclaration identifier="FEEDBACK" cardinality="single" baseType="identifier"/><itemBody>${named(written.body)}</itemBody><responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/${written.declarations.includes('<mapping') ? 'map_response' : 'match_correct'}"/>${feedback}</assessmentItem>
`
    zip[`${id}.xml`] = Buffer.from(item)
    if (question.ref !== undefined) textItems.set(question.ref, id)
    const about = textItems.get(question.about ?? '')
    resources.push(
      `<resource identifier="r-${id}" type="imsqti_item_xmlv2p1" href="${id}.xml"><file href="${id}.xml"/>${own.map((path) => `<file href="${safe(path)}"/>`).join('')}${about === undefined ? '' : `<dependency identifierref="r-${about}"/>`}</resource>`,
    )
  }
  zip['imsmanifest.xml'] = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="questions"><metadata><schema>QTIv2.1 Package</schema><schemaversion>1.0.0</schemaversion></metadata><organizations/><resources>${resources.join('')}</resources></manifest>
`)
  return { bytes: zipSync(zip, { level: 6 }), extension: 'zip', mime: 'application/zip', left }
}
