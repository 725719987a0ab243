// Unpacks the Chromium of the packages into TMPDIR and says where it is.
import chromium from '@sparticuz/chromium'

process.stdout.write(await chromium.executablePath())
