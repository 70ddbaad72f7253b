// Places of slash commands: "/" at the start of a block or after a space, and what follows it. editor-slash-menu.tsx shows the choices.
import { Extension } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'

/** `from` is the position of the slash, `query` what follows it. */
export type Slash = { from: number; query: string }
type SlashState = { open: Slash | null; closed: number | null }

const command = /(?:^|\s)\/([\p{L}\p{M}\p{N}]{0,24})$/u

function slashAt({ selection }: EditorState): Slash | null {
  const { $from, empty } = selection
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return null
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  const [, query] = command.exec(before) ?? []
  return query === undefined ? null : { from: $from.pos - query.length - 1, query }
}

const pluginKey = new PluginKey<SlashState>('slash')
export const slashOf = (state: EditorState): Slash | null => pluginKey.getState(state)?.open ?? null

/** `onKey` returns whether the menu took the key. */
export const slashCommands = (onKey: (event: KeyboardEvent) => boolean) =>
  Extension.create({
    name: 'slash',
    priority: 1000,
    addProseMirrorPlugins: () => [
      new Plugin<SlashState>({
        key: pluginKey,
        state: {
          init: () => ({ open: null, closed: null }),
          apply(tr, { open, closed }, _, state) {
            const found = slashAt(state)
            if (tr.getMeta(pluginKey) === 'close') return { open: null, closed: found?.from ?? null }
            if (!tr.docChanged && !tr.selectionSet) return { open, closed }
            // it opens by typing alone, not where the caret comes to stand behind a slash
            const isTyped = tr.docChanged ? found?.from !== closed : found?.from === open?.from
            return { open: isTyped ? found : null, closed: found ? closed : null }
          },
        },
        props: {
          handleKeyDown: (view, event) => {
            if (!slashOf(view.state) || event.isComposing) return false
            if (event.key !== 'Escape') return onKey(event)
            view.dispatch(view.state.tr.setMeta(pluginKey, 'close'))
            event.stopPropagation()
            return true
          },
          handleDOMEvents: {
            blur: (view) => {
              if (slashOf(view.state)) view.dispatch(view.state.tr.setMeta(pluginKey, 'close'))
              return false
            },
          },
        },
      }),
    ],
  })
