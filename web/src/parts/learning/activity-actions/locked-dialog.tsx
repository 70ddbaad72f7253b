// Popup of a locked activity (spec §2.2): what is to be completed before it opens, each with its state and the way there.
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { activityHref, definitionOf } from '../../../activity-types.ts'
import { useTexts } from '../../../i18n.ts'
import { query } from '../../../queries.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Tile } from '../../../ui/marks/chip.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { StatusMark } from '../../../ui/progress.tsx'
import { Bone } from '../../../ui/states.tsx'
import { problemText } from '../../base/errors/problem-text.ts'

export default function LockedDialog({
  activity: { id, course_id, title },
  onClose,
}: {
  activity: { id: string; course_id: string; title: string }
  onClose: () => void
}) {
  const say = useTexts('kinds')
  const { data, error } = useQuery({ ...query('GET /api/activities/:id/prerequisites', { params: { id } }), staleTime: 0 })
  return (
    <Dialog
      open
      onClose={onClose}
      title={say('lockedTitle')}
      description={say('lockedText', { title })}
      width={560}
      footer={
        <Button variant="primary" onClick={onClose}>
          {say('lockedClose')}
        </Button>
      }
    >
      {error ? (
        <Banner tone="bad" urgent>
          {problemText(error)}
        </Banner>
      ) : !data ? (
        <Bone className="!h-24" />
      ) : (
        <ul className="pb-1">
          {data.items.map((item) => {
            const { icon, tone } = definitionOf(item.type)
            return (
              <li
                key={item.id}
                className="relative flex min-h-12 items-center gap-3 px-2 py-1.5 not-last:border-b not-last:border-line hover:bg-hover"
              >
                <Tile tone={tone} icon={icon} size={28} />
                <Link
                  to={activityHref({ ...item, course_id })}
                  onClick={onClose}
                  data-action="activity.open"
                  className="stretched min-w-0 flex-1 text-body after:focus-visible:outline-2 after:focus-visible:-outline-offset-2"
                >
                  {item.title}
                </Link>
                <span className="inline-flex shrink-0 items-center gap-2 text-small text-text-2">
                  {say(item.completed ? 'lockedDone' : 'lockedMissing')}
                  <StatusMark
                    state={item.completed ? 'done' : 'open'}
                    label={say(item.completed ? 'lockedDone' : 'lockedMissing')}
                    size={18}
                  />
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </Dialog>
  )
}
