// Fields by which two versions of a grading are compared: points, each criterion of its rubric, and the paragraphs of the comment.
import type { Answer } from '../../../client.ts'
import { property, type VersionField } from '../../base/drafts/version-fields.ts'
import type { Grading } from './grading-saver.ts'
import { levelOf, pointsOf } from './points.ts'

type Rubric = Answer<'GET /api/activities/:id/rubric'>
type One = Grading['criteria'][string]

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
/** A plain text as HTML: a paragraph for each line that has something in it. */
export const htmlOfText = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => `<p>${escaped(line)}</p>`)
    .join('')
/** Paragraphs stand as far apart as in `like`. */
const textOfHtml = (html: string, like: string): string =>
  [...new DOMParser().parseFromString(html, 'text/html').body.children]
    .map((paragraph) => paragraph.textContent)
    .join(like.includes('\n\n') ? '\n\n' : '\n')

export function gradingFields(rubric: Rubric | null, labels: { points: string; comment: string }): VersionField<Grading>[] {
  return [
    property<Grading, 'points'>('points', labels.points, { show: (points) => points ?? '' }),
    ...(rubric?.criteria ?? []).map(
      (criterion): VersionField<Grading> => ({
        label: criterion.title,
        kind: 'plain',
        // the server stores the parts in an order of its own, an empty mark as none, and a level with its points
        get: ({ criteria }) => {
          const { level = null, points = null, comment = '' } = criteria[criterion.id] ?? {}
          return level || points || comment ? { level, points: levelOf(criterion, { level, points }) ? null : points, comment } : null
        },
        put: (given, next) => {
          const { [criterion.id]: _, ...others } = given.criteria
          return { ...given, criteria: { ...others, ...(next ? { [criterion.id]: next as One } : {}) } }
        },
        show: (value) => {
          const one = value as One | null
          if (!one) return ''
          return [[pointsOf(criterion, one), levelOf(criterion, one)?.title].filter(Boolean).join(' · '), one.comment]
            .filter(Boolean)
            .join('\n')
        },
      }),
    ),
    {
      label: labels.comment,
      kind: 'html',
      get: ({ comment }) => htmlOfText(comment),
      put: (given, next) => ({ ...given, comment: textOfHtml(next as string, given.comment) }),
    },
  ]
}
