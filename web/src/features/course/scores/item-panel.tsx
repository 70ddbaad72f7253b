// The details of a column, beside its head: what its scores come to, drawn, and what can be done with all of them.
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { Distribution } from '../../../parts/learning/scores/distribution.tsx'
import { scoreStatisticsQuery } from '../../../parts/learning/scores/queries.ts'
import { paths } from '../../../paths.ts'
import { AnchoredPanel } from '../../../ui/dialogs/anchored-panel.tsx'
import { Button, buttonLook } from '../../../ui/button.tsx'
import { dateTime } from '../../../ui/format.ts'
import { cellElement } from '../../../ui/sheet/sheet.ts'
import { SkeletonText } from '../../../ui/states.tsx'
import type { Item } from './book.ts'

/** Without an item: of the results. */
export function ItemPanel({
  course,
  item,
  writes,
  releases,
  onRelease,
  onHide,
  onEdit,
  onClose,
}: {
  course: string
  item: Item | undefined
  writes: boolean
  releases: boolean
  onRelease: () => void
  onHide: () => void
  onEdit: () => void
  onClose: () => void
}) {
  const t = useTexts('scores')
  const { data, error, errorUpdatedAt, refetch } = useQuery(scoreStatisticsQuery(course, item?.id))
  const found = data?.items.find(({ item_id }) => item_id === (item?.id ?? null))
  const act = (run: () => void) => () => {
    onClose()
    run()
  }
  return (
    <AnchoredPanel find={() => cellElement('head', item?.id ?? 'result')} title={item?.title ?? t('total')} onClose={onClose}>
      {item && (
        <p className="-mt-1 mb-2 text-small text-text-2">
          {item.release_at ? t('releasedAt', { time: dateTime(item.release_at) }) : t(item.released ? 'itemReleased' : 'itemHidden')}
        </p>
      )}
      {error && !data ? (
        <ReadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonText lines={4} />
      ) : found && found.count > 0 ? (
        <>
          <p className="mb-1 text-small">{t('scoredCount', { count: found.count })}</p>
          <Distribution of={found} max={item ? item.points : '100'} />
        </>
      ) : (
        <p className="text-small text-text-3">{t('noScoresYet')}</p>
      )}
      {item && (
        <div className="mt-3 flex flex-wrap gap-x-3 gap-y-1.5">
          {releases && (
            <>
              <Button size="sm" onClick={act(onRelease)}>
                {t('release')}
              </Button>
              <Button size="sm" onClick={act(onHide)}>
                {t('hide')}
              </Button>
            </>
          )}
          {writes && (
            <Button variant="link" onClick={act(onEdit)}>
              {t('changeItem')}
            </Button>
          )}
          {item.activity_id && (
            <Link to={paths.activity(course, item.activity_id)} className={buttonLook('link')}>
              {t('openActivity')}
            </Link>
          )}
        </div>
      )}
    </AnchoredPanel>
  )
}
