// The target `actor-key`: prints a new key for ACTOR_KEYS, a JSON list whose first entry signs and whose entries all verify.
import { newActorKey } from '@lyceum/kit/calls/actor'

export async function printActorKey() {
  console.log(JSON.stringify([await newActorKey()]))
}
