// In place of a text until its view is loaded.
import { Bone } from '../../../ui/states.tsx'

export const TextWaiting = () => <Bone className="h-80 max-w-(--content) !rounded-card max-tablet:mt-4" />
