// Whether the school lets the players of others load by themselves and tell what is watched.
import { useOrganisation } from '../../session/session.ts'
import { reportingPlayer, type VideoLink } from './players.ts'

export const useOthersAllowed = (): boolean => useOrganisation()?.toggles.includes('third_party_video') ?? false

/** Whether what somebody watches of this film can be counted here. A file at an address of its own plays in a page of ours. */
export const reports = ({ provider }: Pick<VideoLink, 'provider'>, allowed: boolean): boolean =>
  reportingPlayer(provider) !== undefined && (allowed || provider === 'file')
