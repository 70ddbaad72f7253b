// In place of the previewer until it is loaded.
import { Bone } from '../../ui/states.tsx'

export const FileWaiting = () => <Bone className="h-[min(78dvh,1100px)] !rounded-card max-tablet:mt-4 max-tablet:h-[72dvh]" />
