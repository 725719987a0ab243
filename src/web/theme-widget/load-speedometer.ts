import { SPEEDOMETER_SCRIPT_PATH, trustedScript } from '../../ui/trusted-types.ts'

/** The script defines the element once per document; a failed load is removed, so that a later visit retries. */
export function loadSpeedometer() {
  if (document.querySelector(`script[src="${SPEEDOMETER_SCRIPT_PATH}"]`)) return
  const script = document.createElement('script')
  script.type = 'module'
  script.src = trustedScript(SPEEDOMETER_SCRIPT_PATH)
  script.addEventListener('error', () => script.remove())
  document.head.append(script)
}
