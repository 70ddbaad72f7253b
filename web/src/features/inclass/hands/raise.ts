// A student's own hand: shown at once, and as the server has it after its answer.
import { call } from '../../../client.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { serverNow } from '../../../parts/learning/attempts/server-clock.ts'
import { queryClient } from '../../../queries.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { type ClassState, stateOf } from '../queries.ts'

export async function raiseHand(id: string, raised: boolean): Promise<void> {
  const { queryKey } = stateOf(id)
  const show = (hand_at: string | null) =>
    queryClient.setQueryData<ClassState>(queryKey, (state) => state && { ...state, mine: { ...state.mine, hand_at } })
  await queryClient.cancelQueries({ queryKey })
  show(raised ? new Date(serverNow()).toISOString() : null)
  try {
    show((await call('PUT /api/class-sessions/:id/hand', { params: { id }, body: { raised } })).hand_at)
  } catch (error) {
    toast({ text: problemText(error), error: true })
    await queryClient.invalidateQueries({ queryKey })
  }
}
