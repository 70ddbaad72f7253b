// Why a result is what it is: its categories and items as a tree that opens, each item with its points and their per cent, and with what it brings.
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { classes } from '../../../ui/class-names.ts'
import { percentText, pointsText, shortPoints } from './points-text.ts'
import type { MyScores } from './queries.ts'

type Node = MyScores['tree']
/** `percent`: of the item's own points. `note`: instead of why it brings nothing. `points`: in place of its points. `below`: under its line. */
export type ItemParts = { link?: string; percent?: string | null; note?: ReactNode; points?: ReactNode; below?: ReactNode }

const columns = { points: 'w-28 shrink-0 text-right max-tablet:w-20', brings: 'w-24 shrink-0 text-right max-tablet:w-18' }

export function ResultTree({ tree, partsOf }: { tree: Node; partsOf: (item: string) => ItemParts }) {
  const t = useTexts('scores')
  return (
    <section aria-label={t('tree')} className="surface-card divide-y divide-line">
      <div className="flex items-end gap-3 px-3.5 py-1.5 text-caption font-semibold text-text-2">
        <span className="min-w-0 flex-1">{t('treeItem')}</span>
        <span className={columns.points}>{t('treePoints')}</span>
        <span className={columns.brings}>{t('treeBrings')}</span>
      </div>
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
                    : node.weight !== null && t('weightIs', { weight: shortPoints(node.weight) })}
                </span>
              </span>
              <Sum node={node} />
            </summary>
            <ul className="divide-y divide-line border-t border-line">
              {node.children.map((item) => (
                <ItemLine key={item.id} node={item} inside parts={partsOf(item.id)} />
              ))}
            </ul>
          </details>
        ) : (
          <ul key={node.id}>
            <ItemLine node={node} parts={partsOf(node.id)} />
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
    <span className="tabular flex shrink-0 items-baseline gap-3 text-right">
      <span className={classes(columns.points, 'text-small font-normal text-text-2')}>
        {node.points !== null &&
          node.max !== null &&
          node.why !== 'empty' &&
          t('ofPoints', { points: pointsText(node.points), max: pointsText(node.max) })}
      </span>
      <span className={columns.brings}>{node.why === 'empty' ? '–' : t('bringsShort', { percent: pointsText(node.shown) })}</span>
    </span>
  )
}

function ItemLine({ node, parts, inside = false }: { node: Node; parts: ItemParts; inside?: boolean }) {
  const t = useTexts('scores')
  const left = node.why === 'dropped' || node.why === 'excused' || node.why === 'unscored' || node.why === 'unweighted'
  const note = parts.note ?? (node.why && t(`brings.${node.why}` as 'brings.dropped'))
  return (
    <li className={classes('px-3.5 py-2', inside && 'pl-9.5')}>
      <div className="flex items-baseline gap-3">
        {/* the note is beside the title, not a part of its sentence: there a link would need more than its colour */}
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 wrap-break-word">
          {parts.link ? (
            <Link to={parts.link} className="min-w-0 text-accent-text underline-offset-2 hover:underline">
              {node.title}
            </Link>
          ) : (
            <span className="min-w-0">{node.title}</span>
          )}
          {note && <span className="min-w-0 text-small text-text-3">{note}</span>}
        </span>
        <span className="tabular flex shrink-0 items-baseline gap-3 text-right">
          <span className={classes(columns.points, node.why === 'missing' && 'text-bad-text')}>
            {parts.points ??
              (node.points === null ? (
                '–'
              ) : (
                <>
                  {t('ofPoints', { points: pointsText(node.points), max: pointsText(node.max ?? '0') })}
                  {parts.percent && <b className="ml-2 font-semibold max-tablet:block">{percentText(parts.percent)}</b>}
                </>
              ))}
          </span>
          <span className={classes(columns.brings, 'text-small', left ? 'text-text-3' : 'text-text-2')}>
            {left ? '–' : t('bringsShort', { percent: pointsText(node.shown) })}
          </span>
        </span>
      </div>
      {parts.below}
    </li>
  )
}
