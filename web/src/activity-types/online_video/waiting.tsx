// Placeholder of a video, as big as the player and, for a student, the line and the card below it, so that nothing moves when they load.
import { classes } from '../../ui/class-names.ts'
import { Bone } from '../../ui/states.tsx'

export const VideoWaiting = ({ withCard: card, audio }: { withCard: boolean; audio: boolean }) => (
  <>
    <div className="[container-type:inline-size]">
      <Bone
        className={classes('!rounded-card max-tablet:!rounded-none', audio ? '!h-44' : '!h-[min(63dvh,calc(100cqw/1.8))] min-h-[200px]')}
      />
    </div>
    {card && (
      <>
        <div className="px-4 tablet:hidden">
          <Bone className="my-1 w-40" />
        </div>
        <div className="surface-card min-h-[146px] p-4 max-tablet:mx-4">
          <Bone className="w-40" />
        </div>
      </>
    )}
  </>
)
