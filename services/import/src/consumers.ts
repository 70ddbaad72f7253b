import { courseMirror } from '@lyceum/course/mirror/consumers'
import { identityMirror } from '@lyceum/identity/mirror/consumers'
import { merge } from '@lyceum/kit/consumer'

export const consumers = merge(identityMirror, courseMirror)
