// The picking of people by chance, which shows them to everybody.
import { type CallInput, call } from '../../../client.ts'
import { attemptChange, boardOf, showNow } from '../queries.ts'
import { queryClient } from '../../../queries.ts'

type Draft = CallInput<'POST /api/class-sessions/:id/pick'>['body']
export type Among = Draft['among']

/** False after a refusal, and where there was nobody to pick. */
export async function pickPeople(id: string, draft: Draft): Promise<boolean> {
  let count = 0
  const done = await attemptChange(id, async () => {
    const { people } = await call('POST /api/class-sessions/:id/pick', { params: { id }, body: draft })
    count = people.length
    await showNow(id, 'pick')
    await queryClient.invalidateQueries({ queryKey: boardOf(id).queryKey })
  })
  return done && count > 0
}
