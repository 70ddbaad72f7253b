// Places of what is typed to choose something: "/" at the start of a block or after a space for a command, "@" for a mention, and what follows it.
// editor-slash-menu.tsx and editor-mention-menu.tsx show the choices.
import { Extension } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'

/** `from` is the position of the sign, `query` what follows it. */
export type Typed = { from: number; query: string }
type TypedState = { open: Typed | null; closed: number | null }

function typedAt({ selection }: EditorState, pattern: RegExp): Typed | null {
  const { $from, empty } = selection
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return null
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  const [, query] = pattern.exec(before) ?? []
  return query === undefined ? null : { from: $from.pos - query.length - 1, query }
}

/** Its first group is what follows the sign. */
const places = {
  slash: /(?:^|\s)\/([\p{L}\p{M}\p{N}]{0,24})$/u,
  mention: /(?:^|[^\w.])@([\p{L}\p{M}\p{N}]{0,24}(?: [\p{L}\p{M}\p{N}]{1,24})?)$/u,
}
const keys = { slash: new PluginKey<TypedState>('slash'), mention: new PluginKey<TypedState>('mention') }
export const typedOf = (kind: keyof typeof places, state: EditorState): Typed | null => keys[kind].getState(state)?.open ?? null

/** `onKey` returns whether the menu took the key. */
export const typedCommands = (kind: keyof typeof places, onKey: (event: KeyboardEvent) => boolean) => {
  const pluginKey = keys[kind]
  return Extension.create({
    name: `${kind}Typed`,
    priority: 1000,
    addProseMirrorPlugins: () => [
      new Plugin<TypedState>({
        key: pluginKey,
        state: {
          init: () => ({ open: null, closed: null }),
          apply(tr, { open, closed }, _, state) {
            const found = typedAt(state, places[kind])
            if (tr.getMeta(pluginKey) === 'close') return { open: null, closed: found?.from ?? null }
            if (!tr.docChanged && !tr.selectionSet) return { open, closed }
            // it opens by typing alone, not where the caret comes to stand behind a sign
            const isTyped = tr.docChanged ? found?.from !== closed : found?.from === open?.from
            return { open: isTyped ? found : null, closed: found ? closed : null }
          },
        },
        props: {
          handleKeyDown: (view, event) => {
            if (!typedOf(kind, view.state) || event.isComposing) return false
            if (event.key !== 'Escape') return onKey(event)
            view.dispatch(view.state.tr.setMeta(pluginKey, 'close'))
            event.stopPropagation()
            return true
          },
          handleDOMEvents: {
            blur: (view) => {
              if (typedOf(kind, view.state)) view.dispatch(view.state.tr.setMeta(pluginKey, 'close'))
              return false
            },
          },
        },
      }),
    ],
  })
}
