// What can be done on the page that is shown, for the command palette: a page names its actions, and takes them along when it goes.
import { useEffect, useId } from 'react'

type Action = { label: string; run: () => void }
const pages = new Map<string, readonly Action[]>()

export function usePageActions(actions: readonly Action[]) {
  const id = useId()
  useEffect(() => {
    pages.set(id, actions)
  })
  useEffect(() => () => void pages.delete(id), [id])
}

/** Asked when the palette opens. */
export const pageActions = () => [...pages.values()].flat()
