import { testFaults } from '../kit/faultTests';

testFaults('migrationAssessment');
