// Actions of the current page for the command palette: a page registers them while it is mounted.
import { useEffect, useId } from 'react'

type Action = { label: string; run: () => void }
const actionsByPage = new Map<string, readonly Action[]>()

export function usePageActions(actions: readonly Action[]) {
  const id = useId()
  useEffect(() => {
    actionsByPage.set(id, actions)
  })
  useEffect(() => () => void actionsByPage.delete(id), [id])
}

/** All registered actions; read when the palette opens. */
export const pageActions = () => [...actionsByPage.values()].flat()
