import { showToast } from '../../ui/toast/toast.ts'

/** Long enough to see what was done, and that it was the wrong one. */
const SHOWN_MS = 12_000

/** Says what was done, and takes it back when asked. `undo` gives the reason when it cannot. */
export function showUndo(text: string, undo: () => Promise<{ message: string } | undefined>) {
  showToast(text, {
    shownMs: SHOWN_MS,
    action: (dismiss) => (
      <button
        type="button"
        className="linkLike"
        onClick={async () => {
          dismiss()
          const refused = await undo()
          showToast(refused === undefined ? 'Undone.' : refused.message, {
            isProblem: refused !== undefined,
          })
        }}
      >
        Undo
      </button>
    ),
  })
}
