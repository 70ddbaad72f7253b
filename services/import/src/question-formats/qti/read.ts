// Reads QTI (imsglobal.org/question): items of 2 and 3, files of 1.2, and packages of them.
import { decodeText } from '@lyceum/kit/text/csv'
import { refused } from '@lyceum/kit/calls/errors'
import type { NeutralFileOfQuestions, NeutralQuestion, Note } from '../format.ts'
import { choiceOf, keptAsText, matchingOf, newPartId, orderingOf, pointsOf, type Shared, textOf, titleOf } from '../parts.ts'
import { childOf, childrenOf, localName, markupOf, textIn, within, type XmlElement } from '../xml.ts'
import { parseQti } from './parse.ts'
import { mediumOf, type Package, textNamedBy, tried } from './files.ts'
import { type Declared, gapped, type Html, markupOfOption } from './gaps.ts'
import { isZip, unpack } from './package.ts'
import { readItems } from './read-1.ts'
import { dependenciesOf, forCandidates, type SharedTexts, sharedTexts } from './shared-texts.ts'

export function readQti({ bytes, text }: { bytes: Uint8Array; text: string }): NeutralFileOfQuestions {
  const of: Package = {
    files: isZip(bytes) ? unpack(bytes) : new Map([['item.xml', new TextEncoder().encode(text)]]),
    taken: new Map(),
  }
  const unreadable: NeutralFileOfQuestions['unreadable'] = []
  const texts = sharedTexts(of)
  const items = new Map<string, NeutralQuestion>()
  const older = new Map<string, NeutralQuestion[]>()
  const { paths, listed } = itemsOf(of.files)
  for (const path of paths) {
    const file = of.files.get(path)
    const root = file && tried(() => parseQti(decodeText(file)))
    if (root && localName(root) === 'questestinterop') {
      // Canvas writes an assessment twice: whole, and cut down to the profile of cartridges
      const ident = within(root, 'assessment', 'objectbank')[0]?.attribs.ident || path
      if (older.has(ident)) continue
      const read = readItems(root, path, of)
      older.set(ident, read.questions)
      unreadable.push(...read.unreadable)
      continue
    }
    const item = root && (localName(root) === 'assessmentItem' ? root : within(root, 'assessmentItem')[0])
    if (!item) {
      if (listed || !root) unreadable.push({ title: path })
      continue
    }
    const question = questionOf(item, path, of, texts)
    if (question) items.set(path, question)
    else unreadable.push({ title: item.attribs.title || path, html: markupOf(childOf(item, 'itemBody')?.children ?? []) })
  }
  for (const [path, needed] of dependenciesOf(of)) {
    const [question, stimulus] = [items.get(path), needed.find((one) => items.get(one)?.type === 'stimulus')]
    if (!question || question.type === 'stimulus' || question.about !== undefined || stimulus === undefined) continue
    question.about = stimulus
    items.get(stimulus)!.ref = stimulus
  }
  // a text stands before the first that is about it
  const questions = [...items.values(), ...[...older.values()].flat()].flatMap((question): NeutralQuestion[] => {
    const text = texts.found.get(question.about ?? '')
    texts.found.delete(question.about ?? '')
    return text ? [text, question] : [question]
  })
  if (questions.length + unreadable.length === 0) throw refused(400, 'questionImport.noQuestions')
  return { questions, files: of.taken, unreadable }
}

/** The whole form of an assessment of Canvas. */
const isWhole = (path: string) => /\.xml\.qti$/i.test(path)

/** In the order of the manifest, where it lists them, those that are not there too; without one every XML file. */
function itemsOf(files: ReadonlyMap<string, Uint8Array>): { paths: string[]; listed: boolean } {
  const xml = [...files.keys()].filter((path) => /\.(xml|qti|dat)$/i.test(path)).sort((a, b) => Number(isWhole(b)) - Number(isWhole(a)))
  const manifest = files.get('imsmanifest.xml')
  const root = manifest && tried(() => parseQti(decodeText(manifest)))
  const listed = root
    ? within(root, 'resource')
        .filter(({ attribs }) => /item/i.test(attribs.type ?? ''))
        .map(({ attribs }) => attribs.href ?? '')
    : []
  return listed.some((path) => files.has(path))
    ? { paths: listed, listed: true }
    : { paths: xml.filter((path) => path !== 'imsmanifest.xml'), listed: false }
}

/** All or nothing: the template of response processing that compares with the correct response. */
const matchesCorrect = (item: XmlElement) => /match_correct/.test(childOf(item, 'responseProcessing')?.attribs.template ?? '')

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
          exactCase: mapping
            ? childrenOf(mapping, 'mapEntry').some(({ attribs }) => attribs.caseSensitive === 'true')
            : matchesCorrect(item),
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

function questionOf(item: XmlElement, path: string, of: Package, texts: SharedTexts): NeutralQuestion | undefined {
  const body = childOf(item, 'itemBody')
  if (!body) return undefined
  const notes: Note[] = []
  const declared = declaredIn(item)
  const gaps: { id: string; element: XmlElement }[] = []
  const interactions: XmlElement[] = []
  let about: string | undefined
  /** The text that a file has: the question is about it; a second one stands in the question. */
  const included = (href: string): string => {
    const ref = texts.ofFile(path, href)
    if (ref === undefined) notes.push({ code: 'fileLeftOut', params: { name: href.split('/').at(-1) ?? href } })
    const second = ref !== undefined && about !== undefined && ref !== about
    about ??= ref
    return second ? texts.found.get(ref)!.stem : ''
  }
  const partLeftOut = (part: string) => {
    if (!notes.some(({ code }) => code === 'partLeftOut')) notes.push({ code: 'partLeftOut', params: { part } })
  }
  const html: Html = (nodes) =>
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
      if (name === 'rubricBlock' && forCandidates(element)) return html(element.children)
      if (/^(rubricBlock|feedbackBlock|modalFeedback|printedVariable)$/.test(name)) {
        if (name === 'printedVariable' || textIn(element).trim() !== '') partLeftOut(name)
        return ''
      }
      if (name === 'feedbackInline') return ''
      const other = textNamedBy(element)
      return other === undefined ? mediumOf(of, path, element, notes) : included(other)
    })
  const own = html(body.children).trim()
  for (const { attribs } of childrenOf(item, 'assessmentStimulusRef')) included(attribs.href ?? '')
  about ??= texts.ofSection(path)
  // a question is more than the text that it is about
  const whole = textOf(own) === '' && !own.includes('question-file:') ? texts.found.get(about ?? '')?.stem : undefined
  const stem = whole ?? own
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
    ...(whole === undefined && about !== undefined && { about }),
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
    exactCase: false,
    mapped: new Map<string, number>(),
  }
  const question = ofInteraction(shared, interaction, answer, html)
  // neither of them is marked in parts by this template
  return question && matchesCorrect(item) && answer.mapped.size === 0 && (question.type === 'ordering' || question.type === 'matching')
    ? ({ ...question, key: { ...question.key, rule: 'all' } } as NeutralQuestion)
    : question
}

function ofInteraction(
  shared: Shared,
  interaction: XmlElement,
  { cardinality, correct, mapped }: Declared,
  html: Html,
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

const feedbackIn = (one: XmlElement, html: Html) =>
  childrenOf(one, 'feedbackInline')
    .map((feedback) => html(feedback.children))
    .join('')
    .trim()
