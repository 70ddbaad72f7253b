// Menu of a mention: people, groups and the teachers whose names hold what is typed behind "@".
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { GraduationCap, Group, type LucideIcon, User } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { typedOf } from './editor-typed.ts'
import { TypedMenu } from './editor-typed-menu.tsx'

/** `of`: as it is kept in the text, `person:<id>`, `group:<id>` or `teachers`. */
export type MentionChoice = { of: string; name: string }
export type FindMentions = (query: string) => Promise<readonly MentionChoice[]>

const iconOf = (of: string): LucideIcon => (of === 'teachers' ? GraduationCap : of.startsWith('group:') ? Group : User)

export function MentionMenu({
  editor,
  find,
  onKey,
}: {
  editor: Editor
  find: FindMentions
  onKey: RefObject<(event: KeyboardEvent) => boolean>
}) {
  const t = useTexts('editor')
  const typed = useEditorState({ editor, selector: ({ editor: current }) => typedOf('mention', current.state) })
  const [found, setFound] = useState<{ query: string; choices: readonly MentionChoice[] }>()
  const query = typed?.query
  useEffect(() => {
    if (query === undefined) return setFound(undefined)
    let isLatest = true
    // a failed search offers nothing: the text is written on
    find(query).then(
      (choices) => isLatest && setFound({ query, choices }),
      () => isLatest && setFound(undefined),
    )
    return () => {
      isLatest = false
    }
  }, [query, find])
  const choices = (query === undefined ? [] : (found?.choices ?? [])).map(({ of, name }) => ({ value: of, label: name, icon: iconOf(of) }))
  return (
    <TypedMenu
      editor={editor}
      typed={typed}
      choices={choices}
      label={t('mentionMenu')}
      onKey={onKey}
      onTake={({ value, label }) =>
        editor
          .chain()
          .focus()
          .insertContent([
            { type: 'mention', attrs: { of: value, name: label } },
            { type: 'text', text: ' ' },
          ])
          .run()
      }
    />
  )
}
