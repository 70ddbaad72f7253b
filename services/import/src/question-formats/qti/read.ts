// Reads QTI 2.1 and 2.2 (imsglobal.org/question): single items, and packages of them.
import { decodeText } from '@lyceum/kit/text/csv'
import { refused } from '@lyceum/kit/calls/errors'
import type { AcceptedNumber, BlankKey, Blank, NeutralFile, NeutralFileOfQuestions, NeutralQuestion, Note } from '../format.ts'
import {
  choiceOf,
  decimalOf,
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
} from '../parts.ts'
import { childOf, childrenOf, localName, markupOf, parseXml, textIn, within, type XmlElement } from '../xml.ts'
import { isZip, unpack } from './package.ts'

export function readQti({ bytes, text }: { bytes: Uint8Array; text: string }): NeutralFileOfQuestions {
  const files = isZip(bytes) ? unpack(bytes) : new Map([['item.xml', new TextEncoder().encode(text)]])
  const found: NeutralFileOfQuestions = { questions: [], files: new Map(), unreadable: [] }
  for (const path of itemsOf(files)) {
    const root = tried(() => parseXml(decodeText(files.get(path)!)))
    const item = root && (localName(root) === 'assessmentItem' ? root : within(root, 'assessmentItem')[0])
    if (!item) continue
    const question = questionOf(item, path, files, found.files)
    if (question) found.questions.push(question)
    else found.unreadable.push({ title: item.attribs.title || path })
  }
  if (found.questions.length + found.unreadable.length === 0) throw refused(400, 'questionImport.noQuestions')
  return found
}

const tried = <T>(work: () => T): T | undefined => {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** In the order of the manifest; without one every XML file. */
function itemsOf(files: ReadonlyMap<string, Uint8Array>): string[] {
  const xml = [...files.keys()].filter((path) => /\.xml$/i.test(path))
  const manifest = files.get('imsmanifest.xml')
  const root = manifest && tried(() => parseXml(decodeText(manifest)))
  const listed = root
    ? within(root, 'resource')
        .filter(({ attribs }) => /item/i.test(attribs.type ?? ''))
        .map(({ attribs }) => attribs.href ?? '')
    : []
  const known = listed.filter((path) => files.has(path))
  return known.length > 0 ? known : xml.filter((path) => path !== 'imsmanifest.xml')
}

/** The response declaration of an interaction. */
type Declared = { cardinality: string; base: string; correct: string[]; mapped: Map<string, number> }
function declaredIn(item: XmlElement): Map<string, Declared> {
  return new Map(
    childrenOf(item, 'responseDeclaration').map((one) => {
      const correct = childOf(one, 'correctResponse')
      const mapping = childOf(one, 'mapping')
      return [
        one.attribs.identifier ?? '',
        {
          cardinality: one.attribs.cardinality ?? 'single',
          base: one.attribs.baseType ?? 'identifier',
          correct: correct ? childrenOf(correct, 'value').map((value) => textIn(value).trim()) : [],
          mapped: new Map(
            mapping ? childrenOf(mapping, 'mapEntry').map(({ attribs }) => [attribs.mapKey ?? '', Number(attribs.mappedValue) || 0]) : [],
          ),
        },
      ]
    }),
  )
}

const choices = ['choiceInteraction', 'orderInteraction', 'matchInteraction', 'extendedTextInteraction', 'uploadInteraction']
const inline = ['textEntryInteraction', 'inlineChoiceInteraction']

function questionOf(
  item: XmlElement,
  path: string,
  files: ReadonlyMap<string, Uint8Array>,
  taken: Map<string, NeutralFile>,
): NeutralQuestion | undefined {
  const body = childOf(item, 'itemBody')
  if (!body) return undefined
  const notes: Note[] = []
  const declared = declaredIn(item)
  const gaps: { id: string; element: XmlElement }[] = []
  const interactions: XmlElement[] = []
  const fileOf = (src: string) => takeFile(src, path, files, taken, notes)
  const html = (nodes: readonly unknown[]): string =>
    markupOf(nodes, (element) => {
      const name = localName(element)
      if (inline.includes(name)) {
        const id = newPartId()
        gaps.push({ id, element })
        return `[[${id}]]`
      }
      if (/Interaction$/.test(name)) {
        interactions.push(element)
        const prompt = childOf(element, 'prompt')
        return prompt ? `<p>${html(prompt.children)}</p>` : ''
      }
      if (/^(rubricBlock|feedbackInline|feedbackBlock|modalFeedback)$/.test(name)) return ''
      if (name === 'img')
        return `<img src="${fileOf(element.attribs.src ?? '')}" alt="${(element.attribs.alt ?? '').replaceAll('"', '&quot;')}">`
      return undefined
    })
  const stem = html(body.children).trim()
  const score = childrenOf(item, 'outcomeDeclaration').find(({ attribs }) => attribs.identifier === 'SCORE')
  const most = childrenOf(item, 'outcomeDeclaration').find(({ attribs }) => attribs.identifier === 'MAXSCORE')
  const shared: Shared = {
    title: [...(item.attribs.title || titleOf(stem))].slice(0, 200).join(''),
    stem,
    feedback: childrenOf(item, 'modalFeedback')
      .filter(({ attribs }) => /general|FEEDBACK/i.test(attribs.outcomeIdentifier ?? ''))
      .map((one) => html(one.children))
      .join('')
      .trim(),
    points: pointsOf(score?.attribs.normalMaximum ?? (most ? textIn(most).trim() : undefined)),
    tags: [],
    folder: [],
    notes,
  }
  if (interactions.length === 0 && gaps.length === 0)
    return textOf(stem) === '' ? undefined : { ...shared, type: 'stimulus', content: {}, key: {} }
  if (gaps.length > 0 && interactions.length === 0) return gapped(shared, gaps, declared, html)
  const [interaction] = interactions
  if (!interaction || interactions.length > 1 || gaps.length > 0 || !choices.includes(localName(interaction)))
    return keptAsText(
      shared,
      interactions.map(localName).join(', '),
      [...declared.values()]
        .flatMap(({ correct }) => correct)
        .map((value) => `<p>${value.replaceAll('<', '&lt;')}</p>`)
        .join(''),
    )
  const answer = declared.get(interaction.attribs.responseIdentifier ?? '') ?? {
    cardinality: 'single',
    base: 'identifier',
    correct: [],
    mapped: new Map<string, number>(),
  }
  return ofInteraction(shared, interaction, answer, html)
}

function ofInteraction(
  shared: Shared,
  interaction: XmlElement,
  { cardinality, correct, mapped }: Declared,
  html: (nodes: readonly unknown[]) => string,
): NeutralQuestion | undefined {
  const shuffle = interaction.attribs.shuffle === 'true'
  const optionHtml = (one: XmlElement) => markupOfOption(one, html)
  switch (localName(interaction)) {
    case 'choiceInteraction': {
      const options = childrenOf(interaction, 'simpleChoice')
      if (options.length < 2) return undefined
      const best = Math.max(
        0,
        ...(cardinality === 'single'
          ? mapped.values()
          : [[...mapped.values()].filter((one) => one > 0).reduce((a, b) => a + b, 0)].values()),
      )
      const earned = (id: string) =>
        best > 0 ? (100 * (mapped.get(id) ?? 0)) / best : correct.includes(id) ? 100 / (cardinality === 'single' ? 1 : correct.length) : 0
      const truth =
        options.length === 2 && cardinality === 'single' && options.every((one) => /^(true|false)$/i.test(one.attribs.identifier ?? ''))
      if (truth) return { ...shared, type: 'true_false', content: {}, key: { right: /^true$/i.test(correct[0] ?? '') } }
      const answers = options.map((one) => ({
        html: optionHtml(one),
        percent: earned(one.attribs.identifier ?? ''),
        feedback: feedbackIn(one, html),
      }))
      const question = choiceOf(shared, answers, { one: cardinality === 'single', shuffle })
      // without a mapping all of the right ones are needed
      if (question.type === 'multiple' && best === 0)
        return {
          ...question,
          key: { right: question.key.right, rule: 'all', ...(question.key.feedback && { feedback: question.key.feedback }) },
        }
      return question
    }
    case 'orderInteraction': {
      const items = new Map(childrenOf(interaction, 'simpleChoice').map((one) => [one.attribs.identifier ?? '', optionHtml(one)]))
      const order = correct.flatMap((id) => items.get(id) ?? [])
      return order.length < 2 ? undefined : orderingOf(shared, order)
    }
    case 'matchInteraction': {
      const [from, to] = childrenOf(interaction, 'simpleMatchSet').map(
        (set) => new Map(childrenOf(set, 'simpleAssociableChoice').map((one) => [one.attribs.identifier ?? '', optionHtml(one)])),
      )
      if (!from || !to) return undefined
      const keys = correct.length > 0 ? correct : [...mapped].flatMap(([pair, points]) => (points > 0 ? [pair] : []))
      const pairs = keys.map((pair) => pair.split(/\s+/)).flatMap(([a = '', b = '']) => (from.has(a) && to.has(b) ? [{ a, b }] : []))
      if (pairs.length < 2 || new Set(pairs.map(({ a }) => a)).size < pairs.length)
        return keptAsText(shared, 'matchInteraction', pairs.map(({ a, b }) => `<p>${from.get(a)} → ${to.get(b)}</p>`).join(''))
      const used = new Set(pairs.map(({ b }) => b))
      return matchingOf(
        shared,
        [
          ...pairs.map(({ a, b }) => ({ left: from.get(a)!, right: to.get(b)! })),
          ...[...to].filter(([id]) => !used.has(id)).map(([, right]) => ({ left: '', right })),
        ],
        shuffle,
      )
    }
    case 'uploadInteraction':
      return { ...shared, type: 'file', content: { files_most: 1, file_size_mb: 100 }, key: {} }
    default: {
      const format = interaction.attribs.format === 'xhtml' ? 'rich' : interaction.attribs.format === 'preFormatted' ? 'code' : 'plain'
      return {
        ...shared,
        type: 'essay',
        content: { format: format === 'plain' ? 'rich' : format },
        key: correct.length > 0 ? { guide: correct.map((one) => `<p>${one.replaceAll('<', '&lt;')}</p>`).join('') } : {},
      }
    }
  }
}

const markupOfOption = (one: XmlElement, html: (nodes: readonly unknown[]) => string) => html(one.children).trim()
const feedbackIn = (one: XmlElement, html: (nodes: readonly unknown[]) => string) =>
  childrenOf(one, 'feedbackInline')
    .map((feedback) => html(feedback.children))
    .join('')
    .trim()

function gapped(
  shared: Shared,
  gaps: { id: string; element: XmlElement }[],
  declared: Map<string, Declared>,
  html: (nodes: readonly unknown[]) => string,
): NeutralQuestion {
  const [only] = gaps
  const answerOf = ({ attribs }: XmlElement) => declared.get(attribs.responseIdentifier ?? '')
  if (gaps.length === 1 && only && localName(only.element) === 'textEntryInteraction') {
    const answer = answerOf(only.element)
    const key = answer ? entryKey(answer) : undefined
    const stem = shared.stem.replace(`[[${only.id}]]`, '_____')
    if (key?.numbers) return { ...shared, stem, type: 'numerical', content: {}, key: { accepted: key.numbers } }
    if (key?.texts) return { ...shared, stem, type: 'short_answer', content: {}, key: { accepted: key.texts } }
    return keptAsText({ ...shared, stem }, 'textEntryInteraction', '')
  }
  const blanks: Blank[] = []
  const keys: Record<string, BlankKey> = {}
  for (const { id, element } of gaps) {
    const answer = answerOf(element)
    if (localName(element) === 'inlineChoiceInteraction') {
      const options = childrenOf(element, 'inlineChoice').map((one) => ({
        part: partOf(markupOfOption(one, html)),
        right: answer?.correct.includes(one.attribs.identifier ?? '') ?? false,
      }))
      blanks.push({ id, kind: 'choice', options: options.map(({ part }) => part) })
      keys[id] = { options: Object.fromEntries(options.map(({ part, right }) => [part.id, right ? '100' : '0'])) }
      continue
    }
    const key = (answer && entryKey(answer)) ?? { texts: [] }
    blanks.push({ id, kind: key.numbers ? 'number' : 'text' })
    keys[id] = key
  }
  return { ...shared, type: 'blanks', content: { blanks }, key: { blanks: keys } }
}

/** What is accepted in a text entry; undefined: nothing is. */
function entryKey({ base, correct, mapped }: Declared): Pick<BlankKey, 'numbers' | 'texts'> | undefined {
  const best = Math.max(0, ...mapped.values())
  const answers =
    best > 0
      ? [...mapped].map(([text, points]) => ({ text, percent: percentOf((100 * points) / best) }))
      : correct.map((text) => ({ text, percent: '100' }))
  const kept = answers.filter(({ text }) => text !== '').map(({ text, percent }) => ({ text: text.slice(0, 500), percent }))
  if (kept.length === 0) return undefined
  if (base !== 'float' && base !== 'integer') return { texts: kept }
  const numbers = kept.flatMap(({ text, percent }): AcceptedNumber[] => {
    const value = decimalOf(text)
    return value === undefined ? [] : [{ value, tolerance: '0', percent }]
  })
  return numbers.length > 0 ? { numbers } : undefined
}

function takeFile(
  src: string,
  path: string,
  files: ReadonlyMap<string, Uint8Array>,
  taken: Map<string, NeutralFile>,
  notes: Note[],
): string {
  if (/^https?:\/\//.test(src)) return src.replaceAll('"', '%22')
  const plain = src.replace(/[?#].*$/, '')
  const folder = path.split('/').slice(0, -1)
  const steps = [...folder]
  for (const step of plain.split('/'))
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  const bytes = files.get(steps.join('/')) ?? files.get(tried(() => decodeURIComponent(steps.join('/'))) ?? '')
  const name = plain.split('/').at(-1) ?? 'file'
  if (!bytes) {
    notes.push({ code: 'fileLeftOut', params: { name } })
    return ''
  }
  const key = `${newPartId()}/${name.replaceAll(/[\\/\p{Cc}"]/gu, '_').slice(-120)}`
  taken.set(key, { name, bytes })
  return `question-file:${key}`
}
