// The files of a place as any page shows them.
export { FilesView } from './features/upload/files-view.tsx'
