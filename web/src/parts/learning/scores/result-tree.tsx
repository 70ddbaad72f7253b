// Why a result is what it is: its categories and items as a tree that opens, with what each brings.
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n.ts'
import { classes } from '../../../ui/class-names.ts'
import { pointsText } from './points-text.ts'
import type { MyScores } from './queries.ts'

type Node = MyScores['tree']

/** `detail`: what stands below an item's line. */
export function ResultTree({ tree, detail }: { tree: Node; detail: (item: string) => ReactNode }) {
  const t = useTexts('scores')
  return (
    <section aria-label={t('tree')} className="surface-card divide-y divide-line">
      {tree.children.map((node) =>
        node.kind === 'category' ? (
          <details key={node.id} open className="group">
            <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 bg-sunken px-3.5 py-1.5">
              <ChevronRight aria-hidden size={16} className="shrink-0 text-text-3 transition-transform duration-120 group-open:rotate-90" />
              <span className="min-w-0 flex-1 font-semibold wrap-break-word">
                {node.title || t('noCategory')}
                <span className="ml-2 text-small font-normal text-text-3">
                  {node.why
                    ? t(`brings.${node.why}` as 'brings.empty')
                    : node.weight !== null && t('weightIs', { weight: pointsText(node.weight) })}
                </span>
              </span>
              <Sum node={node} />
            </summary>
            <ul className="divide-y divide-line border-t border-line">
              {node.children.map((item) => (
                <ItemLine key={item.id} node={item} inside>
                  {detail(item.id)}
                </ItemLine>
              ))}
            </ul>
          </details>
        ) : (
          <ul key={node.id}>
            <ItemLine node={node}>{detail(node.id)}</ItemLine>
          </ul>
        ),
      )}
      <div className="flex min-h-11 items-center gap-3 px-3.5 py-1.5 font-semibold">
        <span className="min-w-0 flex-1">{t('total')}</span>
        <Sum node={tree} />
      </div>
      {tree.rounded && <p className="px-3.5 py-2 text-caption text-text-3">{t('roundedNote')}</p>}
    </section>
  )
}

function Sum({ node }: { node: Node }) {
  const t = useTexts('scores')
  return (
    <span className="tabular flex shrink-0 items-baseline gap-4 text-right">
      {node.points !== null && node.max !== null && node.why !== 'empty' && (
        <span className="text-small font-normal text-text-2 max-tablet:hidden">
          {t('ofPoints', { points: pointsText(node.points), max: pointsText(node.max) })}
        </span>
      )}
      <span className="min-w-16">{node.why === 'empty' ? '–' : t('bringsShort', { percent: pointsText(node.shown) })}</span>
    </span>
  )
}

function ItemLine({ node, inside = false, children }: { node: Node; inside?: boolean; children: ReactNode }) {
  const t = useTexts('scores')
  const left = node.why === 'dropped' || node.why === 'excused' || node.why === 'unscored' || node.why === 'unweighted'
  return (
    <li className={classes('px-3.5 py-2', inside && 'pl-9.5')}>
      <div className="flex items-baseline gap-3">
        <span className="min-w-0 flex-1 wrap-break-word">
          {node.title}
          {node.why && <span className="ml-2 text-small text-text-3">{t(`brings.${node.why}` as 'brings.dropped')}</span>}
        </span>
        <span className="tabular flex shrink-0 items-baseline gap-4 text-right">
          <span className={classes(node.why === 'missing' && 'text-bad-text')}>
            {node.points === null ? '–' : t('ofPoints', { points: pointsText(node.points), max: pointsText(node.max ?? '0') })}
          </span>
          <span className={classes('min-w-16 text-small', left ? 'text-text-3' : 'text-text-2')}>
            {left ? '–' : t('bringsShort', { percent: pointsText(node.shown) })}
          </span>
        </span>
      </div>
      {children}
    </li>
  )
}
