// Loads ahead what an exam may need without a connection: dialogs, editors, formulas, the sign-in, and the pictures of all questions.
import { texts } from '../../../i18n.ts'

/** Losing a part is harmless while there is a connection: it is asked for again when it is shown. */
export function loadAhead(formats: ReadonlySet<string>): Promise<unknown> {
  const parts: Promise<unknown>[] = [
    import('../../../ui/dialogs/dialog-panel.tsx'),
    import('../../../ui/dialogs/confirm-panel.tsx'),
    import('../../../ui/text/formula-view.ts'),
    import('../../../parts/base/sign-in/sign-in-again.tsx'),
    import('./elsewhere.tsx'),
    texts('session', 'errors'),
    ...(formats.has('rich') ? [import('../../../ui/editor/editor-panel.tsx'), texts('editor')] : []),
    ...(formats.has('code') ? [import('../../../ui/editor/code-panel.tsx'), texts('editor')] : []),
  ]
  return Promise.allSettled(parts)
}

export function loadPictures(addresses: Iterable<string>) {
  for (const address of addresses) new Image().src = address
}
