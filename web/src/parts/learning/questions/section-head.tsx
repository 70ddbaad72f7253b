// The head of a section in the editor of a paper: its title, points and menu, and below them what else is set of it.
import { ArrowDown, ArrowUp, MoreHorizontal, Shuffle, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'
import { type Section, sumOf } from './paper-draft.ts'

export function SectionHead({
  section,
  title,
  scored,
  onEdit,
  onUp,
  onDown,
  onRemove,
  children,
}: {
  section: Section
  title: string
  scored: boolean
  onEdit: () => void
  /** Undefined: it is the first. */
  onUp: (() => void) | undefined
  /** Undefined: it is the last. */
  onDown: (() => void) | undefined
  onRemove: () => void
  children: ReactNode
}) {
  const t = useTexts('exam-work')
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
      <h2 className="min-w-0 flex-1 basis-40 text-section font-semibold wrap-break-word">{title}</h2>
      {section.shuffle && (
        <Chip tone="outline" icon={Shuffle}>
          {t('shuffled')}
        </Chip>
      )}
      {scored && (
        <span className="tabular text-small text-text-2">
          {t('pointsOf', { count: Number(sumOf([section])), points: sumOf([section]) })}
        </span>
      )}
      <Menu
        align="end"
        trigger={{
          kind: 'icon',
          props: { label: t('sectionMenu', { name: title }), icon: MoreHorizontal },
        }}
        groups={[
          {
            items: [
              { label: t('editSection'), onSelect: onEdit },
              {
                label: t('sectionUp'),
                icon: ArrowUp,
                off: onUp ? undefined : t('isFirst'),
                onSelect: () => onUp?.(),
              },
              {
                label: t('sectionDown'),
                icon: ArrowDown,
                off: onDown ? undefined : t('isLast'),
                onSelect: () => onDown?.(),
              },
              {
                label: t('removeSection'),
                icon: Trash2,
                onSelect: onRemove,
              },
            ],
          },
        ]}
      />
      {children}
    </div>
  )
}
