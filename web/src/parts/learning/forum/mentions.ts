// Mentions in the forms of posts: a search of those who read a place.
import { useMemo } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import type { FindMentions } from '../../../ui/editor/editor-mention-menu.tsx'
import type { Place } from './queries.ts'

export function useMentions(place: Place | undefined): FindMentions | undefined {
  const t = useTexts('forum')
  const { course, scope, scopeId } = place ?? {}
  return useMemo(
    () =>
      course && scope
        ? async (keyword) => {
            const { items } = await call('GET /api/courses/:id/mentionable', {
              params: { id: course },
              query: { scope, ...(scopeId && { scope_id: scopeId }), ...(keyword && { keyword }) },
            })
            const teachers = t('teachers')
            const named = teachers.toLocaleLowerCase().startsWith(keyword.toLocaleLowerCase())
            return named ? [{ of: 'teachers', name: teachers }, ...items] : items
          }
        : undefined,
    [course, scope, scopeId, t],
  )
}
