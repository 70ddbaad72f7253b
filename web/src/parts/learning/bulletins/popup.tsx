// The popup of unread bulletins of the organisation (spec §2.2): once per person, after the page has settled.
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SkeletonText } from '../../../ui/states.tsx'
import { Region } from '../../base/errors/region.tsx'
import { BulletinView } from './bulletin-view.tsx'
import { type BulletinSummary, bulletinOf, markBulletinRead, refreshBulletins } from './queries.ts'

export default function BulletinPopup({ bulletins, onClose }: { bulletins: readonly BulletinSummary[]; onClose: () => void }) {
  const t = useTexts('bulletins')
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(bulletins[0]?.id)
  const close = () => {
    onClose()
    // the next page load asks again where this fails
    void call('PUT /api/bulletins/seen', { body: { ids: bulletins.map(({ id }) => id) } }).then(refreshBulletins, () => {})
  }
  return (
    <Dialog
      open
      onClose={close}
      width={720}
      top
      title={t('popupTitle', { count: bulletins.length })}
      footer={
        <>
          <Button
            variant="quiet"
            onClick={() => {
              close()
              navigate(paths.orgBulletins())
            }}
          >
            {t('popupAll')}
          </Button>
          <Button variant="primary" onClick={close}>
            {t('popupClose')}
          </Button>
        </>
      }
    >
      {bulletins.length > 1 && (
        <ul
          aria-label={t('title')}
          className="mb-4 flex max-h-48 flex-col divide-y divide-line overflow-y-auto rounded-card border border-line"
        >
          {bulletins.map(({ id, title }) => (
            <li key={id}>
              <button
                type="button"
                aria-current={id === chosen || undefined}
                onClick={() => setChosen(id)}
                className="min-h-9 w-full px-3 py-1.5 text-left wrap-break-word hover:bg-hover aria-[current]:bg-accent-soft aria-[current]:font-semibold"
              >
                {title}
              </button>
            </li>
          ))}
        </ul>
      )}
      {chosen && (
        <Region at={chosen} title={t('failed')} skeleton={<SkeletonText lines={6} />}>
          <Shown id={chosen} />
        </Region>
      )}
    </Dialog>
  )
}

function Shown({ id }: { id: string }) {
  const { data } = useSuspenseQuery(bulletinOf(id))
  useEffect(() => void markBulletinRead(id).catch(() => {}), [id])
  return <BulletinView bulletin={data} level={3} />
}
