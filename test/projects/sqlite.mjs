import { API_TESTS } from './api-tests.mjs';
import { serviceProject } from './project.mjs';

export default serviceProject('sqlite', [API_TESTS]);
