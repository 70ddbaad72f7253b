// The person who saved a newer version than the one that a form began from: read once there is one.
import { useQuery } from '@tanstack/react-query'
import { call, currentScope } from '../../../client.ts'
import type { SavedBy } from './use-versions.tsx'

/** `present`: the version that the page knows; `begun`: that of the form. */
export function useChanger(
  read: 'GET /api/courses/:id/changer' | 'GET /api/modules/:id/changer',
  id: string,
  present: number,
  begun: number,
): SavedBy {
  const { data } = useQuery({
    queryKey: [read, id, present],
    queryFn: ({ signal }) => call(read, { params: { id }, signal }),
    enabled: present > begun,
  })
  const by = data?.changed_by
  return by && data.changed_at ? { name: by.name, at: data.changed_at, mine: by.id === currentScope()?.person } : {}
}
