// My preferences, and changes that are shown at once and taken back where the server refuses them.
import { type Answer, call } from '../../client.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { query, queryClient } from '../../queries.ts'
import { toast } from '../../ui/dialogs/toast.tsx'

export type Preferences = Answer<'GET /api/notification-preferences'>
export type PreferenceType = Preferences['types'][number]
export type Channel = 'page' | 'mail' | 'push'
export type Way = PreferenceType['channels'][Channel]
export type Changes = NonNullable<Parameters<typeof call<'PUT /api/notification-preferences'>>[1]>['body']
export type Change = (changes: Changes) => Promise<boolean>

export const preferencesQuery = query('GET /api/notification-preferences')

/** Saves; true when it is saved. One after the other, so that the last answer shows all. */
export function usePreferences(): Change {
  return (changes) => {
    const saving = last.then(() => save(changes))
    last = saving
    return saving
  }
}
let last: Promise<unknown> = Promise.resolve()

async function save(changes: Changes): Promise<boolean> {
  try {
    queryClient.setQueryData(preferencesQuery.queryKey, await call('PUT /api/notification-preferences', { body: changes }))
    return true
  } catch (error) {
    toast({ text: problemText(error), error: true })
    await queryClient.invalidateQueries({ queryKey: preferencesQuery.queryKey })
    return false
  }
}
