// A version of a question as one text, in which differences are marked: its text, its parts with what is right, what it earns.
import type { Part } from '@lyceum/activity/questions/question-types/shapes'
import type { Answer } from '../../../client.ts'

type Version = Pick<Answer<'GET /api/questions/:id/versions'>['items'][number], 'stem' | 'content' | 'key' | 'feedback' | 'points'>
type Words = { right: string; true: string; false: string; points: (points: string) => string }

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && 'id' in value && 'text' in value
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign)
/** The line of an element: its paragraphs would each be one. */
const inline = (html: string) => html.replace(/^<p>(.*)<\/p>$/s, '$1').replaceAll('</p><p>', ' ')

/** Whatever the type: lists of parts, accepted answers and pairs are found by their shapes. */
export function textOfVersion({ stem, content, key, feedback, points }: Version, words: Words): string {
  const texts = new Map<string, string>()
  const collect = (value: unknown): void => {
    if (isPart(value)) texts.set(value.id, inline(value.text))
    if (Array.isArray(value)) value.forEach(collect)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  collect(content)
  const right = new Set([key.right].flat().filter((id): id is string => typeof id === 'string'))
  const lines: string[] = [...texts].map(([id, text]) => (right.has(id) ? `${text} ✓ ${words.right}` : text))
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { text, value: number, tolerance, percent, pairs, order } = value as Record<string, unknown>
    if (typeof percent === 'string' && typeof text === 'string') lines.push(`${escaped(text)} (${percent} %)`)
    else if (typeof percent === 'string' && typeof number === 'string')
      lines.push(`${escaped(number)} ± ${escaped(String(tolerance))} (${percent} %)`)
    if (typeof pairs === 'object' && pairs !== null)
      for (const [item, choice] of Object.entries(pairs)) lines.push(`${texts.get(item) ?? ''} → ${texts.get(String(choice)) ?? ''}`)
    if (Array.isArray(order)) lines.push(order.map((id) => texts.get(id) ?? '').join(' → '))
    Object.values(value).forEach(walk)
  }
  walk(key)
  if (typeof key.right === 'boolean') lines.push(words[key.right ? 'true' : 'false'])
  return `${stem}<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul><p>${escaped(words.points(points))}</p>${feedback}`
}
