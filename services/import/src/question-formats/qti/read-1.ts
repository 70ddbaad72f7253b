// Reads QTI 1.2, as Canvas, Blackboard, Moodle and publishers write it: items of assessments, sections and object banks.
import type { NeutralFileOfQuestions, NeutralQuestion, Note } from '../format.ts'
import { choiceOf, escaped, htmlOf, keptAsText, matchingOf, orderingOf, pointsOf, type Shared, textOf, titleOf } from '../parts.ts'
import { childOf, childrenOf, localName, markupOf, textIn, within, type XmlElement } from '../xml.ts'
import { mediumOf, type Package, withFilesOf } from './files.ts'
import { blanks, isNumber, type Item, numbersOf, type Response, wordsOf } from './typed-answers-of-1.ts'
import { feedbackIds, knownAnswers, mostOf, scoreOf } from './scoring-of-1.ts'

type Html = (element: XmlElement) => string

/** The questions below `questestinterop`, each in the folders of its sections. */
export function readItems(root: XmlElement, path: string, of: Package): Pick<NeutralFileOfQuestions, 'questions' | 'unreadable'> {
  const questions: NeutralQuestion[] = []
  const unreadable: NeutralFileOfQuestions['unreadable'] = []
  const visit = (element: XmlElement, folder: string[]): void => {
    for (const child of childrenOf(element)) {
      const name = localName(child)
      if (name === 'item') {
        const html = htmlWith(of, path, [])
        const question = questionOf(child, path, of, folder)
        if (question) questions.push(question)
        else unreadable.push({ title: child.attribs.title || path, html: stemOf(child, html) })
      } else if (name === 'section') {
        const title = (child.attribs.title ?? '').trim()
        visit(child, title === '' || /^root_section$/i.test(child.attribs.ident ?? '') ? folder : [...folder, title].slice(0, 10))
      } else if (/^(assessment|objectbank)$/.test(name)) visit(child, folder)
    }
  }
  visit(root, [])
  return { questions, unreadable }
}

/** Materials as HTML: texts, and pictures that come along. */
function htmlWith(of: Package, path: string, notes: Note[]): Html {
  const media = (element: XmlElement) => mediumOf(of, path, element, notes)
  const one: Html = (element) => {
    switch (localName(element)) {
      case 'mattext':
      case 'mat_formattedtext': {
        const type = element.attribs.texttype ?? element.attribs.type ?? 'text/plain'
        if (childrenOf(element).length > 0) return markupOf(element.children, media)
        return /html|SMART_TEXT/i.test(type) ? withFilesOf(of, path, textIn(element).trim(), notes) : htmlOf(textIn(element))
      }
      case 'matimage': {
        const { uri = '', label = '' } = element.attribs
        const picture = { name: 'img', attribs: { src: uri, alt: label }, children: [] }
        return uri === '' ? '' : (media(picture) ?? '')
      }
      case 'matbreak':
        return '<br>'
      default:
        return childrenOf(element).map(one).filter(Boolean).join(' ')
    }
  }
  return one
}

const isResponse = (element: XmlElement) => /^response_(lid|str|num|grp|xy)$/.test(localName(element))
/** The text of an item: its materials outside of responses. */
function stemOf(item: XmlElement, html: Html): string {
  const visit = (element: XmlElement): string[] =>
    childrenOf(element).flatMap((child) =>
      localName(child) === 'material' ? [html(child)] : isResponse(child) || localName(child) === 'response_label' ? [] : visit(child),
    )
  const presentation = childOf(item, 'presentation')
  return presentation ? visit(presentation).filter(Boolean).join('\n').trim() : ''
}

function metadataOf(item: XmlElement): Record<string, string> {
  const fields = within(item, 'qtimetadatafield').map((field) => [
    textIn(childOf(field, 'fieldlabel')).trim(),
    textIn(childOf(field, 'fieldentry')).trim(),
  ])
  const blackboard = within(item, 'bbmd_questiontype', 'qmd_absolutescore_max', 'qmd_itemtype').map((one) => [
    localName(one),
    textIn(one).trim(),
  ])
  return Object.fromEntries([...blackboard, ...fields])
}

function questionOf(item: XmlElement, path: string, of: Package, folder: string[]): NeutralQuestion | undefined {
  const notes: Note[] = []
  const html = htmlWith(of, path, notes)
  const metadata = metadataOf(item)
  const stem = stemOf(item, html)
  const responses = within(item, 'response_lid', 'response_str', 'response_num', 'response_grp', 'response_xy').map(
    (element): Response => ({
      id: element.attribs.ident ?? '',
      element,
      labels: within(element, 'response_label').map((label) => ({ id: label.attribs.ident ?? '', html: html(label).trim() })),
      html: childrenOf(element, 'material').map(html).join(' ').trim(),
    }),
  )
  const texts = new Map(within(item, 'itemfeedback').map((one) => [one.attribs.ident ?? '', html(one).trim()]))
  const most = mostOf(item)
  const title = (item.attribs.title ?? '').trim()
  const shared: Shared = {
    title: [...(title === '' || /^question$/i.test(title) ? titleOf(stem) : title)].slice(0, 200).join(''),
    stem:
      stem ||
      responses
        .map((one) => one.html)
        .join(' ')
        .trim(),
    feedback: texts.get('general_fb') ?? '',
    points: pointsOf(
      metadata.points_possible ?? metadata.qmd_absolutescore_max ?? metadata.cc_weighting ?? (most === 100 ? undefined : String(most)),
    ),
    tags: [],
    folder,
    notes,
  }
  if (shared.stem === '') return undefined
  for (const [id, text] of texts)
    if (
      textOf(text) !== '' &&
      /^(correct_fb|general_incorrect_fb|incorrect)$/i.test(id) &&
      !notes.some(({ code }) => code === 'partLeftOut')
    )
      notes.push({ code: 'partLeftOut', params: { part: 'feedback' } })
  const kind = (metadata.question_type ?? metadata.cc_profile ?? metadata.bbmd_questiontype ?? metadata.qmd_itemtype ?? '').toLowerCase()
  return ofResponses({ item, shared, responses, texts, kind })
}

function ofResponses(of: Item): NeutralQuestion {
  const { item, shared, responses, kind } = of
  const [first] = responses
  if (/file.?upload/.test(kind)) return { ...shared, type: 'file', content: { files_most: 1, file_size_mb: 100 }, key: {} }
  if (!first) return /text_only/.test(kind) || kind === '' ? { ...shared, type: 'stimulus', content: {}, key: {} } : kept(of)
  if (/calculated|hot.?spot|jumbled/.test(kind) || responses.some(({ element }) => localName(element) === 'response_xy')) return kept(of)
  if (responses.length > 1 && /blanks|dropdown|^$/.test(kind)) {
    const found = blanks(of)
    if (found) return found
  }
  if (/matching/.test(kind) || (responses.length > 1 && responses.every((one) => one.html !== '' && one.labels.length > 1)))
    return matching(of) ?? kept(of)
  if (responses.length > 1) return kept(of)
  if (first.labels.length > 1 && localName(first.element) === 'response_lid')
    return /^ordered$/i.test(first.element.attribs.rcardinality ?? '') ? (ordering(of, first) ?? kept(of)) : choice(of, first)
  const known = knownAnswers(item, first.id)
  if (/essay|short_response/.test(kind) || known.length === 0)
    return { ...shared, type: 'essay', content: { format: 'rich' }, key: guideOf(of) }
  const numbers = isNumber(first, kind, known) ? numbersOf(of, first) : []
  if (numbers.length > 0) return { ...shared, type: 'numerical', content: {}, key: { accepted: numbers } }
  return {
    ...shared,
    type: 'short_answer',
    content: {},
    key: { accepted: wordsOf(of, first), ...(known.some(({ exactCase }) => exactCase) && { case_sensitive: true }) },
  }
}

const guideOf = ({ texts }: Item) => {
  const guide = [...texts].filter(([id]) => /solution|general/i.test(id)).map(([, text]) => text)
  return guide.some(Boolean) ? { guide: guide.join('\n') } : {}
}
/** With the answers that earn points as their file names them. */
const kept = ({ item, shared, responses, kind }: Item): NeutralQuestion =>
  keptAsText(
    shared,
    kind || responses.map(({ element }) => localName(element)).join(', '),
    responses
      .flatMap(({ id, labels, html }) =>
        knownAnswers(item, id).map(({ value }) => {
          const answer = labels.find((label) => label.id === value)?.html ?? escaped(value)
          return `<p>${html ? `${html} → ` : ''}${answer}</p>`
        }),
      )
      .join(''),
  )

/** An option's own feedback, without the texts of every right or wrong answer. */
function optionFeedback({ item, texts }: Item, { id }: Response) {
  const ids = feedbackIds(item, id)
  return (option: string) =>
    [...new Set(ids.get(option) ?? [])]
      .filter((one) => !/^(correct|incorrect|general)/i.test(one))
      .map((one) => texts.get(one) ?? '')
      .filter(Boolean)
      .join(' ')
}

function choice(of: Item, response: Response): NeutralQuestion {
  const { item, shared } = of
  const { id, labels } = response
  const feedbackOf = optionFeedback(of, response)
  const alone = labels.map((label) => scoreOf(item, { [id]: [label.id] }))
  const shuffle = within(response.element, 'render_choice').some(({ attribs }) => /^yes$/i.test(attribs.shuffle ?? ''))
  const answers = (percents: number[]) =>
    labels.map((label, at) => ({ html: label.html, percent: percents[at] ?? 0, feedback: feedbackOf(label.id) }))
  if (!/^multiple$/i.test(response.element.attribs.rcardinality ?? '')) {
    const best = Math.max(...alone)
    const percents = alone.map((score) => (best > 0 ? (100 * score) / best : 0))
    const words = labels.map((label) => textOf(label.html).toLowerCase())
    if (words.length === 2 && words.includes('true') && words.includes('false') && best > 0) {
      const feedback = Object.fromEntries(labels.flatMap((label, at) => (feedbackOf(label.id) ? [[words[at]!, feedbackOf(label.id)]] : [])))
      const right = words[percents.indexOf(100)] === 'true'
      return { ...shared, type: 'true_false', content: {}, key: { right, ...(Object.keys(feedback).length > 0 && { feedback }) } }
    }
    return choiceOf(shared, answers(percents), { one: true, shuffle })
  }
  // points of each option by itself, or of the whole selection alone
  const sum = alone.filter((score) => score > 0).reduce((a, b) => a + b, 0)
  if (sum > 0) return choiceOf(shared, answers(alone.map((score) => (100 * score) / sum)), { one: false, shuffle })
  const known = new Set(knownAnswers(item, id).map(({ value }) => value))
  const right = labels.filter((label) => known.has(label.id))
  if (right.length === 0 || scoreOf(item, { [id]: right.map((label) => label.id) }) <= 0) return kept(of)
  const question = choiceOf(shared, answers(labels.map((label) => (known.has(label.id) ? 100 / right.length : 0))), { one: false, shuffle })
  if (question.type !== 'multiple') return question
  const { feedback } = question.key
  return { ...question, key: { right: question.key.right, rule: 'all', ...(feedback && { feedback }) } }
}

function matching({ item, shared, responses }: Item): NeutralQuestion | undefined {
  // points of each row by itself, or of all of them together
  const alone = responses.map(({ id, labels }) => labels.filter((label) => scoreOf(item, { [id]: [label.id] }) > 0))
  const together = alone.every((rights) => rights.length === 0)
  const rights = together
    ? responses.map(({ id, labels }) => labels.filter((label) => knownAnswers(item, id).some(({ value }) => value === label.id)))
    : alone
  const answers = Object.fromEntries(responses.map(({ id }, at) => [id, (rights[at] ?? []).map((label) => label.id)]))
  if (responses.length < 2 || rights.some((one) => one.length !== 1) || scoreOf(item, answers) <= 0) return undefined
  const pairs = responses.map(({ html }, at) => ({ left: html, right: textOf(rights[at]![0]!.html) }))
  const used = new Set(pairs.map(({ right }) => right))
  const others = new Set(responses.flatMap(({ labels }) => labels.map((label) => textOf(label.html))).filter((text) => !used.has(text)))
  const question = matchingOf(shared, [
    ...pairs.map(({ left, right }) => ({ left, right: escaped(right) })),
    ...[...others].map((right) => ({ left: '', right: escaped(right) })),
  ])
  return question.type === 'matching' && together ? { ...question, key: { ...question.key, rule: 'all' } } : question
}

function ordering({ item, shared }: Item, { id, labels }: Response): NeutralQuestion | undefined {
  const order = knownAnswers(item, id).flatMap(({ value }) => labels.find((label) => label.id === value)?.html ?? [])
  if (order.length !== labels.length || new Set(order).size < order.length) return undefined
  const question = orderingOf(shared, order)
  return question.type === 'ordering' ? { ...question, key: { ...question.key, rule: 'all' } } : question
}
